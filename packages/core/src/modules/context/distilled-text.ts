import { citationOf } from '../../domain/ids.js';
import { DAY } from '../../domain/time.js';
import { isUncontested } from '../../domain/validity.js';
import { fenceRecalled, RECALLED_LABEL } from '../../domain/recalled-text.js';
import { countTokens } from '../../language/count-tokens.js';
import {
  costsOf,
  type DigestForm,
  distill,
  type Kept,
  readNeed,
  readPassages,
  renderDigest,
  type Source,
} from '../../recall/distill.js';
import type { OpenBank } from '../../bank/core.js';
import type { Has } from './given.js';
import { sureOf, type Filled, type Found } from './whole-text.js';

const MAX_ROUNDS = 4;
/** Leftover tokens too few for another round. */
const CLOSE = 12;
const NOTHING: Filled = { text: '', delivered: [] };

export interface DistillInput {
  readonly query: string;
  readonly expansions: readonly string[];
  readonly form: DigestForm;
  readonly verbosity: number;
  readonly budget: number;
  /** Pieces that its reader already has are selected but not repeated. */
  readonly has?: Has;
}

/** The relevant passages of the results within one pair of marks, never above the budget. */
export function distilledText(
  results: readonly Found[],
  { query, expansions, form, verbosity, budget, has }: DistillInput,
  bank: OpenBank,
): Filled {
  const need = {
    ...readNeed(query, expansions, bank.state, bank.recall),
    code: form === 'code_focused',
  };
  const sources = results.map((found): Source => ({
    ...found,
    score: found.why.score,
    remark: remarkOn(found, verbosity, need.wanted.time),
  }));
  const passages = readPassages(sources, need, (source) =>
    bank.read.of(source, bank.recall.stemmer),
  );
  const cite = ({ id }: Source): string => citationOf(id, bank.state.index.size);
  const [best] = sources;
  if (best === undefined) return NOTHING;
  const wrap = (text: string): string =>
    `${RECALLED_LABEL}\n${fenceRecalled(best.id, `\n${text}\n`)}`;
  const costs = costsOf(form, cite);
  let room = budget - countTokens(wrap(''));
  let fitting: readonly Kept[] = [];
  // Costs of single parts are estimated with a margin: later rounds spend what is left over.
  for (let round = 0; round < MAX_ROUNDS && room > 0; round++) {
    const kept = distill(passages, room, costs);
    if (kept.length === 0) break;
    const text = wrap(renderDigest(form, kept, cite));
    const free = budget - countTokens(text);
    if (free >= 0) fitting = kept;
    if (
      free >= 0 &&
      (free < CLOSE || (kept.every(({ whole }) => whole) && kept.length === sources.length))
    )
      break;
    room += free >= 0 ? free : free - CLOSE;
  }
  const said = fitting.flatMap((kept) => withoutHad(kept, has) ?? []);
  return {
    text: said.length === 0 ? '' : wrap(renderDigest(form, said, cite)),
    delivered: inOrderOf(results, fitting),
  };
}

/** The passages of a memory that its reader does not have yet; null if none. */
function withoutHad(kept: Kept, has: Has | undefined): Kept | null {
  if (has === undefined) return kept;
  const { source, passages, code } = kept;
  const fresh = passages.map((text) => !has({ id: source.id, text }));
  const isFresh = (_: unknown, at: number): boolean => fresh[at] === true;
  return fresh.includes(true)
    ? { ...kept, passages: passages.filter(isFresh), code: code.filter(isFresh) }
    : null;
}

/**
 * What a passage does not state itself: that it comes from the web or a tool, that it is no longer valid, and the day
 * it is about if it differs from the day it was said.
 */
function remarkOn(
  { validity, saidAt, occurred, kind, probability, trust }: Found,
  verbosity: number,
  asksWhen: boolean,
): string {
  const elsewhen = occurred.to <= saidAt - (saidAt % DAY) || occurred.from > saidAt;
  return [
    ...(trust === 'web' || trust === 'tool'
      ? [`from ${trust === 'web' ? 'the web' : 'a tool'}`]
      : []),
    ...(isUncontested(validity) ? [] : [validity]),
    ...(elsewhen && (asksWhen || verbosity === 2) ? [occurred.text] : []),
    ...(verbosity === 2 ? [`${kind}${sureOf(probability)}`] : []),
  ].join(', ');
}

function inOrderOf(results: readonly Found[], kept: readonly Kept[]): Filled['delivered'] {
  const delivered = new Set(kept.map(({ source }) => source.id));
  return results.flatMap(({ id }) => (delivered.has(id) ? [id] : []));
}
