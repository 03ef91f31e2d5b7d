import type { BankIndex } from '../indexes/bank-index.js';
import { K1, type LexicalScores } from './paths/lexical.js';
import type { Similarities } from './similarities.js';
import type { Understanding } from './understand.js';

interface Asked {
  readonly index: BankIndex;
  readonly understanding: Understanding;
  readonly lexical: LexicalScores;
  readonly similarities: Pick<Similarities, 'ofPassages'>;
}

/** The index of the passage of a long text that answers best by words and meaning; null for a text of one passage. */
export function bestPassage(
  slot: number,
  { index: { passages }, understanding, lexical, similarities }: Asked,
): number | null {
  if (passages.count(slot) === 0) return null;
  // Upper bound of a word score: each word repeated without end.
  const most = understanding.terms.reduce((sum, { weight }) => sum + weight, 0) * (K1 + 1) || 1;
  const first = passages.first(slot);
  const cosines = similarities.ofPassages(slot);
  let best = 0;
  let highest = -1;
  for (let place = 0; place < passages.count(slot); place++) {
    const words = (lexical.passages[first + place] ?? 0) / most;
    const worth = words + Math.max(0, cosines?.[place] ?? 0);
    if (worth > highest) [best, highest] = [place, worth];
  }
  return best;
}
