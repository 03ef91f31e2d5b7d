// What programs that embed a memory see of this room.
export type { Outcomes } from './capability.js';
export type { OutcomeInput, ToldOutcome } from './outcome.js';
export type { CreditedMemory, CreditInput, CreditReport } from './read-credit.js';
export type { OutcomeReceipt } from './tell-outcome.js';
