import type { Benchmark, BenchmarkResult } from './benchmark.js';
import { CHAINS, DISTRACTORS, type Chain } from './data/direction-chains.js';
import { LoadedBank } from './loaded-bank.js';
import { mean } from './retrieval-metrics.js';

const START = Date.UTC(2024, 0, 8, 9);
const DAY = 86_400_000;
/** Deep enough that both memories of a chain are in every answer. */
const DEEP = 50;

interface Asked {
  readonly chain: Chain;
  /** Place of the chain in the list: odd ones were held back. */
  readonly at: number;
  readonly query: string;
  readonly direction: 'cause' | 'effect';
}

interface Answer extends Asked {
  readonly right: boolean;
  /** The right memory came first of all. */
  readonly first: boolean;
}

/** "Why X" against "what did X lead to": does the memory that tells X's cause, or X's effect, stand above the other? */
export const direction: Benchmark = {
  name: 'direction',
  summary: 'Tell “why X” from “what did X lead to” by which of two memories about X stands first.',
  options: [
    { flag: '--show', description: 'print the questions of the open half that went wrong' },
  ],
  run: async (options, log) => {
    const answers = await ask();
    if (options['show'] === true) {
      for (const { query, chain, right, at } of answers)
        if (!right && !heldBack(at)) log(`${query}\n  ${chain.origin}\n  ${chain.result}`);
    }
    return asResult(answers);
  },
};

const heldBack = (at: number): boolean => at % 2 === 1;

async function ask(): Promise<Answer[]> {
  const bank = LoadedBank.open();
  try {
    await bank.fill(memories().map((content, at) => ({ content, saidAt: START + at * DAY })));
    const answers: Answer[] = [];
    for (const asked of questions()) {
      const { results } = await bank.memory.recall({
        query: asked.query,
        now: START + 400 * DAY,
        limit: DEEP,
        expand: false,
        fields: ['content'],
      });
      const { origin, result } = asked.chain;
      const [wanted, other] = asked.direction === 'cause' ? [origin, result] : [result, origin];
      const place = (content: string): number =>
        results.findIndex((found) => found.content === content);
      const [right, wrong] = [place(wanted), place(other)];
      answers.push({
        ...asked,
        right: right >= 0 && (wrong < 0 || right < wrong),
        first: right === 0,
      });
    }
    return answers;
  } finally {
    await bank.close();
  }
}

/** Chains and distractors in turn; every other chain tells its effect first, so that neither order nor age gives the answer away. */
function memories(): string[] {
  const told = CHAINS.flatMap(({ origin, result }, at) => {
    const beside = DISTRACTORS[at];
    return [
      ...(at % 4 < 2 ? [origin, result] : [result, origin]),
      ...(beside === undefined ? [] : [beside]),
    ];
  });
  return [...told, ...DISTRACTORS.slice(CHAINS.length)];
}

function questions(): Asked[] {
  return CHAINS.flatMap((chain, at): Asked[] => [
    { chain, at, query: chain.why, direction: 'cause' },
    { chain, at, query: chain.outcome, direction: 'effect' },
  ]);
}

function asResult(answers: readonly Answer[]): BenchmarkResult {
  const share = (
    chosen: readonly Answer[],
    pick: (answer: Answer) => boolean = ({ right }) => right,
  ): number => mean(chosen.map((answer) => Number(pick(answer))));
  const results = {
    accuracy: share(answers),
    open_half: share(answers.filter(({ at }) => !heldBack(at))),
    held_back_half: share(answers.filter(({ at }) => heldBack(at))),
    why: share(answers.filter((answer) => answer.direction === 'cause')),
    led_to: share(answers.filter((answer) => answer.direction === 'effect')),
    first: share(answers, ({ first }) => first),
    questions: answers.length,
  };
  const rows = Object.entries(results).map(([name, value]) => [
    name,
    Number.isInteger(value) && value > 1 ? String(value) : value.toFixed(3),
    name === 'accuracy' ? '≥ 0.90' : '',
  ]);
  return { results, table: [['direction', 'share right', 'target'], ...rows] };
}
