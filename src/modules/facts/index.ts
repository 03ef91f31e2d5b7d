import { isoSecond } from '../../domain/time.js';
import { defineModule } from '../module.js';
import { FactsWorker } from './facts-worker.js';
import { JOB, readJob } from './job.js';
import { TURN, waitingTurns } from './waiting.js';

/** Facts that a language model reads from memories, in the background. */
export const facts = defineModule({
  name: 'facts',
  records: [TURN],
  openBank: (opened) => new FactsWorker(opened),
  checks: async ({ bank, store }) => {
    const job = readJob(await store.job(bank, JOB));
    if (job === null || job.failures === 0) return [];
    const { turns } = await waitingTurns(bank, store, job.upTo, Infinity);
    return [
      {
        what: `The language model failed ${job.failures === 1 ? 'once' : `${job.failures} times`} at the facts of the bank ${bank}, last because ${job.reason ?? 'of an unknown reason'}; ${turns.length} turns wait.`,
        mend: `It is tried again ${job.nextTry === null ? 'with the next turn' : isoSecond(job.nextTry)}, or at once by \`mneme facts run\`. Recall works by what the rules read.`,
      },
    ];
  },
});
