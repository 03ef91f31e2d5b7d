import type { Mneme } from '../../packages/mneme/src/index.js';
import { seededRandom } from '../loaded-bank.js';
import { paraphrase } from './paraphrase.js';

/** So deep it looks for the memory that it asks for. */
const DEEP = 50;
const WORDS = 3;
const LIGHT =
  /^(?:that|this|with|have|been|were|what|when|your|they|them|from|about|would|could|there|their|really|just|like|some|will|then|than|also|very|much|well|yeah|okay|those|these|into|because|going|doing|being)$/;

/**
 * Asks a bank for each of its memories: who said it, and three of its words, in other words where the rules have
 * them. Where it is not the first result it is a hole, and is voted useful for that question, as a caller would.
 * Gives how many were filled.
 */
export async function askItself(memory: Mneme): Promise<number> {
  const random = seededRandom(11);
  const chance = (): number => random.uint32() / 2 ** 32;
  let filled = 0;
  for (let after: string | undefined; ;) {
    const page = await memory.list({ limit: 500, ...(after === undefined ? {} : { after }) });
    for (const { id, content, provenance } of page.memories) {
      const query = questionFor(content, provenance[0]?.speaker ?? null, chance);
      if (query === null) continue;
      const { delivered, resultIds } = await memory.recall({ query, limit: DEEP, expand: false });
      const result = resultIds[delivered.indexOf(id)];
      if (result === undefined || delivered[0] === id) continue;
      await memory.feedback({ result, verdict: 'useful' });
      filled += 1;
    }
    if (page.next === null) return filled;
    after = page.next;
  }
}

function questionFor(content: string, speaker: string | null, chance: () => number): string | null {
  const words = [
    ...new Set(
      ((paraphrase(content, chance) ?? content).toLowerCase().match(/[a-z]{4,}/g) ?? []).filter(
        (word) => !LIGHT.test(word),
      ),
    ),
  ];
  if (words.length < WORDS) return null;
  const drawn = words
    .map((word) => ({ word, draw: chance() }))
    .sort((a, b) => a.draw - b.draw)
    .slice(0, WORDS)
    .map(({ word }) => word);
  return `What did ${speaker ?? 'somebody'} say about ${drawn.join(' ')}?`;
}
