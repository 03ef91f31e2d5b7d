import type { BankName } from './ids.js';
import type { Instant } from './time.js';

/** An isolated memory: one user, agent or project. Nothing read or written in one bank can touch another. */
export interface Bank {
  readonly name: BankName;
  readonly createdAt: Instant;
  /** The encoder that fills the bank's semantic space. */
  readonly encoder: string;
  /** The number of its last change; 0 before the first. */
  readonly sequence: number;
}
