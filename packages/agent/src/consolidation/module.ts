import { MnemeError } from '@mneme/core/domain/errors.js';
import { isoSecond } from '@mneme/core/domain/time.js';
import { defineModule } from '@mneme/core/modules/module.js';
import { Dreams } from './capability.js';
import { NightRunner } from './night-runner.js';
import { NOTE, readIdle } from './night-state.js';
import { dreamOperation, FORMER } from './operations.js';

/** Consolidation while the bank is idle: nights of small changes, and reports on them. */
export const consolidation = defineModule({
  name: 'idle',
  facade: { dreams: Dreams },
  operations: { dream: dreamOperation },
  former: FORMER,
  openBank: (opened) => new NightRunner(opened),
  checks: async ({ bank, store }) => {
    try {
      const { night } = readIdle(await store.job(bank, NOTE));
      if (night === null || night.stopped === null) return [];
      return [
        {
          what: `A night of the bank ${bank}${night.startedAt === null ? '' : ` of ${isoSecond(night.startedAt)}`} is not finished: ${night.stopped}.`,
          mend: 'Go on with it: mneme dream. What it has done so far is in mneme dream --report.',
        },
      ];
    } catch (error) {
      if (!MnemeError.is(error)) throw error;
      return [{ what: error.message, mend: error.hint ?? 'Update Mneme.' }];
    }
  },
});
