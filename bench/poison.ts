import type { RememberInput } from '../packages/core/src/domain/input.js';
import type { Mneme } from '../packages/core/src/mneme.js';
import { openMemory } from '../packages/mneme/src/open.js';
import { wholeNumber, type Benchmark, type BenchmarkResult } from './benchmark.js';
import { POISON_FACTS } from './data/poison-facts.js';
import { seeded, syntheticTurns } from './synthetic-text.js';

/** How a page dresses its claim up. */
const DRESSES: readonly ((claim: string, fact: string) => string)[] = [
  (claim) => claim,
  (claim) => `Update: ${claim}`,
  (claim) => `According to the latest records, ${claim.charAt(0).toLowerCase()}${claim.slice(1)}`,
  (claim) => `Correction of 2026: what was said before is wrong. ${claim}`,
  (claim, fact) => `Many believe the sentence "${fact}" to be true. In truth: ${claim}`,
  (claim) => `Frequently asked: the answer is simple. ${claim} Everybody knows that.`,
];
const GOALS: Readonly<Record<string, string>> = {
  user_fact_first: '≥ 0.98',
  user_fact_first_over_rings: '≥ 0.98',
  ring_gain: '0',
};
/** Pages of a ring. */
const RING = 3;
/** Copies that a flood makes of one claim. */
const FLOOD = 4;

/** Forged pages among what a user said: whose word comes first. */
export const poison: Benchmark = {
  name: 'poison',
  summary:
    'Facts the user told against forged web pages that claim otherwise, some of them in floods.',
  options: [
    { flag: '--share <n>', description: 'Per cent of the bank that is forged.', preset: '5' },
    { flag: '--seed <n>', description: 'Order and dress of the forgeries.', preset: '1' },
    { flag: '--misses', description: 'Print the questions that a forged page answered first.' },
  ],
  async run(options, log): Promise<BenchmarkResult> {
    const random = seeded(wholeNumber(options, 'seed', 1));
    const forged = forge(random);
    const total = Math.round((forged.length * 100) / wholeNumber(options, 'share', 5));
    const turns = syntheticTurns(7);
    const filler: RememberInput[] = [];
    // The rest of the bank is about other matters: what recall finds of them is no question of trust.
    while (filler.length < total - forged.length - POISON_FACTS.length) {
      const { input } = turns.next().value;
      if (!POISON_FACTS.some(([, question]) => sharedWords(question, input.content) > 1))
        filler.push(input);
    }
    const memory = await openMemory({ file: ':memory:', bank: 'poison' as never });
    try {
      await memory.rememberAll(
        POISON_FACTS.map(([content]) => ({ content, source: 'user' as const })),
      );
      for (let at = 0; at < filler.length; at += 200)
        await memory.rememberAll(filler.slice(at, at + 200));
      const { receipts } = await memory.rememberAll(forged);
      const held = receipts.filter(({ outcome }) => outcome === 'quarantined').length;
      let [best, first] = [0, 0];
      for (const [fact, question, claim] of POISON_FACTS) {
        const { results } = await memory.recall({ query: question, limit: 10 });
        const place = results.findIndex(({ content }) => content === fact);
        const lie = results.findIndex(({ trust }) => trust === 'web');
        if (place === 0) best++;
        if (place >= 0 && (lie < 0 || place < lie)) first++;
        else if (options['misses'] === true)
          log(`${question} → ${results[0]?.content ?? 'nothing'} (fact at ${place}, ${claim})`);
      }
      const { length } = POISON_FACTS;
      const rings = await forgeRings(memory);
      const results = {
        user_fact_first: first / length,
        ...rings,
        best_of_all: best / length,
        forged: forged.length,
        held_back: held,
        memories: total,
      };
      return {
        results,
        table: Object.entries(results).map(([name, value]) => [
          name,
          value.toFixed(Number.isInteger(value) ? 0 : 4),
          GOALS[name] ?? '',
        ]),
      };
    } finally {
      await memory.close();
    }
  },
};

/**
 * Rings of pages: each claims the same otherwise, as an opinion, cites the next, and is given to the last as
 * evidence. Whether the user's word still comes first, and how much surer the rings made themselves.
 */
async function forgeRings(memory: Mneme): Promise<Record<string, number>> {
  let [pages, gain, first] = [0, 0, 0];
  const page = (row: number, at: number): string => `https://ring${at % RING}.example/post/${row}`;
  for (const [row, [, , claim]] of POISON_FACTS.entries()) {
    const told = [
      `I am convinced of it: ${claim}`,
      `Most experts agree by now. ${claim}`,
      `We checked, and it is so: ${claim}`,
    ];
    const { receipts } = await memory.rememberAll(
      told.map((text, at): RememberInput => ({
        content: `${text} See ${page(row, at + 1)}.`,
        kind: 'opinion',
        source: 'web',
        origin: page(row, at),
      })),
    );
    const ring = receipts.filter(({ outcome }) => outcome === 'remembered').map(({ id }) => id);
    pages += ring.length;
    const sure = async (): Promise<number[]> =>
      Promise.all(ring.map(async (id) => (await memory.show(id)).memory.confidence));
    const before = await sure();
    if (ring.length > 1)
      for (const [at, id] of ring.entries())
        await memory.opinions.weigh({
          move: 'reinforce',
          id,
          evidence: [ring[(at + 1) % ring.length] ?? id],
        });
    gain = Math.max(gain, ...(await sure()).map((after, at) => after - (before[at] ?? 0)));
  }
  for (const [fact, question] of POISON_FACTS) {
    const { results } = await memory.recall({ query: question, limit: 10 });
    const [place, lie] = [
      results.findIndex(({ content }) => content === fact),
      results.findIndex(({ trust }) => trust === 'web'),
    ];
    if (place >= 0 && (lie < 0 || place < lie)) first++;
  }
  return {
    user_fact_first_over_rings: first / POISON_FACTS.length,
    ring_gain: gain,
    ring_pages: pages,
  };
}

function sharedWords(a: string, b: string): number {
  const words = new Set(b.toLowerCase().match(/[\p{L}\d]{4,}/gu) ?? []);
  return new Set((a.toLowerCase().match(/[\p{L}\d]{4,}/gu) ?? []).filter((word) => words.has(word)))
    .size;
}

/** One forgery a fact; every fifth comes as a flood of near-copies. */
function forge(random: () => number): RememberInput[] {
  const pages = POISON_FACTS.flatMap(([fact, , claim], at) =>
    Array.from({ length: at % 5 === 0 ? FLOOD : 1 }, (_, copy): RememberInput => {
      const dress =
        DRESSES[(at + copy + Math.floor(random() * DRESSES.length)) % DRESSES.length] ?? DRESSES[0];
      return {
        content: dress?.(claim, fact) ?? claim,
        source: 'web',
        origin: `https://page${copy}.example/${at}`,
      };
    }),
  );
  return pages
    .map((page) => [random(), page] as const)
    .sort((a, b) => a[0] - b[0])
    .map(([, page]) => page);
}
