import { isoSecond } from '../../domain/time.js';
import { defineModule } from '../module.js';
import { Readings } from './capability.js';
import { JOB, readJob } from './job.js';
import { ReadingWorker } from './reading-worker.js';
import { READ_TURN } from '../../domain/reading.js';
import {
  readingOperation,
  readOperation,
  unreadOperation,
  markReadOperation,
  factsOperation,
  extractOperation,
} from './operations.js';

/** Reads what is remembered into notes, by a configured reader or by an agent. */
export const reading = defineModule({
  name: 'reading',
  facade: { reading: Readings, facts: Readings },
  operations: {
    reading: readingOperation,
    read: readOperation,
    mark_read: markReadOperation,
  },
  former: { facts: factsOperation, extract: extractOperation, unread: unreadOperation },
  records: [READ_TURN],
  openBank: (opened) => new ReadingWorker(opened),
  checks: async ({ bank, store }) => {
    const job = readJob(await store.job(bank, JOB));
    if (job === null || job.failures === 0) return [];
    return [
      {
        what: `The reader failed ${job.failures === 1 ? 'once' : `${job.failures} times`} at the bank ${bank}, last because ${job.reason ?? 'of an unknown reason'}; its turns wait.`,
        mend: `It is tried again ${job.nextTry === null ? 'with the next turn' : isoSecond(job.nextTry)}, or at once by \`mneme read\`. Recall finds what waits by its words.`,
      },
    ];
  },
});
