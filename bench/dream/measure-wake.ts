import { openMemory } from '../../src/index.js';
import { seeded, syntheticTurns } from '../synthetic-text.js';

type Log = (line: string) => void;

const BATCH = 500;
const QUESTIONS = 100;

/** How long a night that began by itself goes on after somebody asks, in milliseconds. */
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
    await memory.dreams.dream({ schedule: 'idle' });
    const waits: number[] = [];
    while (waits.length < QUESTIONS) {
      let endedAt = 0;
      const night = memory.dreams.whenIdle().then((report) => {
        endedAt = performance.now();
        return report;
      });
      await new Promise((resolve) => setTimeout(resolve, 30 + random() * 200));
      const askedAt = performance.now();
      const asked = memory.recall(questions[waits.length % questions.length] ?? 'who?');
      const report = await night;
      await asked;
      if (report === null) break;
      waits.push(Math.max(0, endedAt - askedAt));
    }
    const sorted = [...waits].sort((a, b) => a - b);
    const at = (share: number): number =>
      sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
    return { wakes: sorted.length, wake_p50: at(0.5), wake_p99: at(0.99) };
  } finally {
    await memory.close();
  }
}
