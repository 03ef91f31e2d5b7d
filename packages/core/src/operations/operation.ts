import type { z } from 'zod';
import { parseInput } from '../domain/parse-input.js';
import {
  type Operation as AnyOperation,
  type OperationDeclaration,
  defineOperation as define,
} from '../kernel/operation.js';
import type { Mneme } from '../mneme.js';

export { createsMemory, onlyReads, spelling, type OperationContext } from '../kernel/operation.js';
export {
  countingRedactions,
  noteRedactions,
  tellingRedactions,
  type Tally,
} from '../safety/bank-privacy.js';

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

/** Checks the types of input and output; the method must exist in the library. */
export function defineOperation<
  Input extends z.ZodType,
  Schema extends z.ZodType,
  Given,
  const Verb extends readonly [MethodPath, ...(keyof z.input<Input> & string)[]] = never,
>(
  operation: OperationDeclaration<Mneme, Input, Schema, Given> & { readonly verb?: Verb },
): Operation<Input, Given> & { readonly verb?: Verb } {
  return define<Mneme, Input, Schema, Given>(operation) as Operation<Input, Given> & {
    readonly verb?: Verb;
  };
}

/** A verb that was replaced by another: its former name and input. */
interface FormerVerb<Was extends z.ZodType, Now extends z.ZodType>
  extends
    Pick<Operation, 'name' | 'positional'>,
    Partial<Pick<Operation, 'effect' | 'words' | 'places' | 'served' | 'forPeople'>> {
  readonly input: Was;
  /** Converts its input to that of the current verb. */
  readonly as: (given: z.output<Was>) => z.input<Now>;
}

/** A verb under its name of the previous version: accepts its former input, and answers like the current one. */
export function deprecatedVerb<Was extends z.ZodType, Now extends z.ZodType, Output>(
  now: Operation<Now, Output>,
  { as, ...was }: FormerVerb<Was, Now>,
): Operation<Was, Output> {
  const {
    writesWith: _,
    readsWith: _____,
    verb: __,
    founds: ___,
    forPeopleWith: ____,
    ...taken
  } = now;
  return {
    ...taken,
    ...{ examples: [], forOperators: true, former: now.name, places: [], words: [was.name] },
    ...was,
    run: (memory, given, context) =>
      now.run(memory, parseInput(now.input, as(given), was.name), context),
  };
}

/** A field that was required by the former verb and is optional in the current one. */
export const requiredField = <Field extends z.ZodType>(field: z.ZodOptional<Field>): Field =>
  field.unwrap().describe(field.description ?? '');
