import { openMemory } from '../../packages/mneme/src/index.js';
import { seeded, syntheticTurns } from '../synthetic-text.js';

type Log = (line: string) => void;

const BATCH = 500;
const QUESTIONS = 100;

/**
 * How long a night that began by itself goes on after somebody asks, in milliseconds; and how long who asks waits for
 * the answer, over the same without a night.
 */
export async function measureWake(
  memories: number,
  seed: number,
  log: Log,
): Promise<Record<string, number>> {
  const memory = await openMemory({ file: ':memory:', bank: 'default' });
  const turns = syntheticTurns(seed);
  const random = seeded(seed);
  try {
    const questions: string[] = [];
    for (let at = 0; at < memories; at += BATCH) {
      const batch = Array.from(
        { length: Math.min(BATCH, memories - at) },
        () => turns.next().value,
      );
      questions.push(...batch.flatMap(({ question }) => question ?? []));
      await memory.rememberAll(batch.map(({ input }) => input));
      if (at % 10_000 === 0) log(`${at} of ${memories} remembered`);
    }
    await memory.recall('a first question reads what later ones keep');
    const ask = async (at: number): Promise<number> => {
      const from = performance.now();
      await memory.recall(questions[at % questions.length] ?? 'who?');
      return performance.now() - from;
    };
    // Other questions than at night: an answer that is kept says nothing.
    const alone: number[] = [];
    while (alone.length < QUESTIONS) alone.push(await ask(QUESTIONS + alone.length));
    await memory.dreams.dream({ schedule: 'idle' });
    const [waits, answers]: [number[], number[]] = [[], []];
    while (waits.length < QUESTIONS) {
      let endedAt = 0;
      const night = memory.dreams.whenIdle().then((report) => {
        endedAt = performance.now();
        return report;
      });
      await new Promise((resolve) => setTimeout(resolve, 30 + random() * 200));
      const askedAt = performance.now();
      const asked = ask(waits.length);
      const report = await night;
      const took = await asked;
      if (report === null) break;
      answers.push(took);
      waits.push(Math.max(0, endedAt - askedAt));
    }
    return {
      wakes: waits.length,
      wake_p50: quantile(waits, 0.5),
      wake_p99: quantile(waits, 0.99),
      alone_p99: quantile(alone, 0.99),
      wake_ratio_p50: quantile(answers, 0.5) / quantile(alone, 0.5),
      wake_ratio_p99: quantile(answers, 0.99) / quantile(alone, 0.99),
    };
  } finally {
    await memory.close();
  }
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
