import { defineModule } from '@mneme/core/modules/module.js';
import { Verification } from './capability.js';
import { MODULE, Prover, VERDICT } from './verify-memory.js';
import { verdictsOperation, verifyOperation } from './operations.js';

/** Verifies code in memories with an SMT solver, and stores the verdicts as records. */
export const verification = defineModule({
  name: MODULE,
  facade: { verification: Verification },
  operations: {
    verify: verifyOperation,
  },
  former: { verdicts: verdictsOperation },
  records: [VERDICT],
  openBank: () => new Prover(),
});
