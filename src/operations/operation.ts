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

type AnyMethod = (...args: never[]) => unknown;
type MethodsOf<Subject> = {
  [Name in keyof Subject & string]: Subject[Name] extends AnyMethod ? Name : never;
}[keyof Subject & string];
type CapabilityName = {
  [Name in keyof Mneme & string]: Mneme[Name] extends object
    ? Mneme[Name] extends AnyMethod
      ? never
      : Name
    : never;
}[keyof Mneme & string];

/** A method of the library: `recall`, `goals.set`. */
type MethodPath =
  | MethodsOf<Mneme>
  | {
      [Capability in CapabilityName]: `${Capability}.${MethodsOf<Mneme[Capability]>}`;
    }[CapabilityName];

/** A verb of a memory. */
export type Operation<Input extends z.ZodType = z.ZodType, Output = unknown> = AnyOperation<
  Mneme,
  Input,
  Output
>;

/** Ties the types of input and output together; its method must be one of the library's. */
export function defineOperation<
  Input extends z.ZodType,
  Schema extends z.ZodType,
  Given,
  const Verb extends readonly [MethodPath, ...(keyof z.input<Input> & string)[]] = never,
>(
  operation: Declared<Mneme, Input, Schema, Given> & { readonly verb?: Verb },
): Operation<Input, Given> & { readonly verb?: Verb } {
  return define<Mneme, Input, Schema, Given>(operation) as Operation<Input, Given> & {
    readonly verb?: Verb;
  };
}
