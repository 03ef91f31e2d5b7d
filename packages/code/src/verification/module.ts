import { defineModule } from '@mneme/core/modules/module.js';
import { Verification } from './capability.js';
import { Prover } from './prover.js';
import { MODULE, VERDICT } from './verify-memory.js';
import { verdictsOperation, verifyOperation } from './operations.js';

/** Memories that hold code, checked by a solver; what came of it is kept beside them. */
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
