import type { z } from 'zod';
import { defineOperation as define } from '../kernel/operation.js';
import type { Declared, Operation as AnyOperation } from '../kernel/operation.js';
import type { Mneme } from '../mneme.js';

export { foundsMemory, onlyReads, spelling, type OperationContext } from '../kernel/operation.js';
export {
  countingRedactions,
  noteRedactions,
  tellingRedactions,
  type Tally,
} from '../safety/redaction-tally.js';

/** A verb of a memory. */
export type Operation<Input extends z.ZodType = z.ZodType, Output = unknown> = AnyOperation<
  Mneme,
  Input,
  Output
>;

/** Ties the types of input and output together. */
export function defineOperation<Input extends z.ZodType, Schema extends z.ZodType, Given>(
  operation: Declared<Mneme, Input, Schema, Given>,
): Operation<Input, Given> {
  return define(operation);
}
