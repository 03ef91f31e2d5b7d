import type { z } from 'zod';
import { parseInput } from '../domain/parse-input.js';
import {
  type Operation as AnyOperation,
  type Declared,
  defineOperation as define,
} from '../kernel/operation.js';
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

/** What a verb was before another took it in: what it was called, what it took, and what that is now. */
interface FormerVerb<Was extends z.ZodType, Now extends z.ZodType>
  extends
    Pick<Operation, 'name' | 'positional'>,
    Partial<Pick<Operation, 'effect' | 'words' | 'places' | 'served' | 'forPeople'>> {
  readonly input: Was;
  /** The input of the verb of now. */
  readonly as: (given: z.output<Was>) => z.input<Now>;
}

/** A verb under the name that it had in the version before: it takes what it took, and answers as the verb of now does. */
export function formerly<Was extends z.ZodType, Now extends z.ZodType, Output>(
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

/** A field that the verb of before needed and that of now may leave out. */
export const needed = <Field extends z.ZodType>(field: z.ZodOptional<Field>): Field =>
  field.unwrap().describe(field.description ?? '');
