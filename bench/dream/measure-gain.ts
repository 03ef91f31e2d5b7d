import { SHIPPED_CERTAINTY } from '../../packages/core/src/recall/confidence/judgement.js';
import { SHIPPED_MODEL } from '../../packages/core/src/recall/ranking/fusion-model.js';
import type { BenchmarkValues } from '../benchmark.js';
import { mean } from '../retrieval-metrics.js';
import { askBank, type Asked } from '../talk/ask.js';
import { withFiles } from '../talk/bank-files.js';
import { figuresOf } from '../talk/figures.js';
import { corporaFrom } from '../talk/read-corpora.js';
import { isAskedWhole } from '../talk/replay.js';
import type { Talk } from '../talk/talk.js';

type Log = (line: string) => void;

/** Results of a recall, as its caller gets them by default. */
const SHOWN = 10;

interface Night {
  readonly changes: number;
  readonly before: readonly Asked[];
  readonly after: readonly Asked[];
}

/**
 * Every kind of talk as banks, asked before and after a whole night. What is told as a stream is left out: it is
 * asked while it is filled, and a night at its end would have nothing left to be asked.
 */
export async function measureGain(
  options: BenchmarkValues,
  log: Log,
): Promise<Record<string, number>> {
  const { corpora } = corporaFrom(options, log);
  const figures: Record<string, number> = {};
  const gains: number[] = [];
  await withFiles(options, async (files) => {
    for (const { name, talks } of corpora) {
      const nights: Night[] = [];
      for (const talk of talks.filter(isAskedWhole)) {
        const bank = { corpus: name, talk, questions: talk.questions };
        nights.push(
          await files.use(bank, SHIPPED_MODEL, SHIPPED_CERTAINTY, ({ memory, filled }) =>
            sleepOver(talk, memory, filled),
          ),
        );
        log(`${name} ${talk.id}: ${nights.at(-1)?.changes ?? 0} changes`);
      }
      const r10 = (when: 'before' | 'after'): number | undefined =>
        figuresOf(nights.flatMap((night) => night[when]))['r10'];
      const [before, after] = [r10('before'), r10('after')];
      if (before === undefined || after === undefined) {
        log(`passed over: ${name}, which names no turns or is asked while it is told`);
        continue;
      }
      gains.push(after - before);
      figures[`gain_${name}_changes`] = nights.reduce((sum, { changes }) => sum + changes, 0);
      figures[`gain_${name}_before`] = before;
      figures[`gain_${name}_after`] = after;
    }
  });
  return { ...figures, gain: mean(gains), worst: Math.min(...gains) };
}

async function sleepOver(
  talk: Talk,
  memory: Parameters<typeof askBank>[1]['memory'],
  filled: boolean,
): Promise<Night> {
  const ask = (isFilled: boolean): Promise<Asked[]> =>
    askBank(
      { talk, questions: talk.questions },
      { memory, filled: isFilled },
      {
        limit: SHOWN,
        timed: false,
      },
    );
  const before = await ask(filled);
  const { changes } = await memory.memory.dreams.dream({ minutes: 60, changes: 100_000 });
  return { changes, before, after: await ask(true) };
}
