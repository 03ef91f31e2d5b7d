import type { z } from 'zod';
import { MnemeError } from '../domain/errors.js';
import { parseInput } from '../domain/input.js';
import {
  type FurtherMethod,
  type Operation as AnyOperation,
  type OperationDeclaration,
  defineOperation as define,
} from '../kernel/operation.js';
import type { Mneme } from '../mneme.js';

export {
  createsMemory,
  onlyReads,
  spelling,
  type EffectOfInput,
  type OperationContext,
} from '../kernel/operation.js';
export {
  countingRedactions,
  noteRedactions,
  reportingRedactions,
  type RedactionTally,
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

/** A method that must exist in the library, and input fields that it takes by position. */
type VerbOf<Input extends z.ZodType> = readonly [MethodPath, ...(keyof z.input<Input> & string)[]];

/** Checks the types of input and output; the methods must exist in the library. */
export function defineOperation<
  Input extends z.ZodType,
  Schema extends z.ZodType,
  Given,
  const Verb extends VerbOf<Input> = never,
  const Also extends readonly (FurtherMethod & { readonly verb: VerbOf<Input> })[] = never,
>(
  operation: OperationDeclaration<Mneme, Input, Schema, Given> & {
    readonly verb?: Verb;
    readonly also?: Also;
  },
): Operation<Input, Given> & { readonly verb?: Verb; readonly also?: Also } {
  return define<Mneme, Input, Schema, Given>(operation) as Operation<Input, Given> & {
    readonly verb?: Verb;
    readonly also?: Also;
  };
}

/** A verb that was replaced by another: its former name and input. */
interface FormerVerb<Was extends z.ZodType, Now extends z.ZodType>
  extends
    Pick<Operation, 'name' | 'positional'>,
    Partial<
      Pick<
        Operation,
        'effect' | 'writesWith' | 'founds' | 'words' | 'places' | 'served' | 'forPeople'
      >
    > {
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
    writesWith: _writesWith,
    readsWith: _readsWith,
    writesStillWith: _writesStillWith,
    verb: _verb,
    also: _also,
    founds: _founds,
    forPeopleWith: _forPeopleWith,
    forPeopleWithout: _forPeopleWithout,
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

type OptionalFields<Shape extends z.ZodRawShape> = {
  [Name in keyof Shape]: z.ZodOptional<z.ZodType<z.output<Shape[Name]>, z.input<Shape[Name]>>>;
};

/**
 * The fields of a method's input for an operation that stands for several methods: none is required, and none has a
 * default but `false`, so that one that is not given is told apart from one that is. The method applies both.
 */
export function optionalFields<Shape extends z.ZodRawShape>({
  shape,
}: {
  readonly shape: Shape;
}): OptionalFields<Shape> {
  const entries = Object.entries(shape).map(([name, field]) => {
    const given = field as z.ZodType;
    const { type, innerType, defaultValue } = given._zod.def as {
      readonly type: string;
      readonly innerType?: z.ZodType;
      readonly defaultValue?: unknown;
    };
    if (defaultValue === false) return [name, given];
    const { description, ...meta } = { ...innerType?.meta(), ...given.meta() };
    const preset = type !== 'default' || isNothing(defaultValue) ? [] : [defaultValue];
    const told = preset.map((value) => `Default: ${JSON.stringify(value)}.`);
    return [
      name,
      ((type === 'default' ? innerType : given) ?? given)
        .optional()
        .meta({ ...meta, description: [description ?? '', ...told].join(' ') }),
    ];
  });
  return Object.fromEntries(entries) as OptionalFields<Shape>;
}

const isNothing = (preset: unknown): boolean =>
  preset === '' || (Array.isArray(preset) && preset.length === 0);

/** Names of an operation's fields that none of these methods takes. */
export const fieldsBut = (
  input: { readonly shape: z.ZodRawShape },
  ...taking: readonly { readonly shape: z.ZodRawShape }[]
): string[] =>
  Object.keys(input.shape).filter((name) => !taking.some(({ shape }) => name in shape));

/**
 * The fields given for one of the methods that an operation stands for. Throws `invalid_input` for one that the method
 * does not take.
 */
export function inputOf<Schema extends z.ZodType & { readonly shape: z.ZodRawShape }>(
  schema: Schema,
  given: object,
  operation: string,
): z.input<Schema> {
  const fields = Object.entries(given).filter(
    ([, value]) => value !== undefined && value !== false,
  );
  const idle = fields.find(([name]) => !(name in schema.shape));
  if (idle === undefined)
    return Object.fromEntries(
      Object.entries(given).filter(([name]) => name in schema.shape),
    ) as z.input<Schema>;
  const [name, value] = idle;
  throw new MnemeError('invalid_input', `${operation}.${name}: has no meaning here.`, {
    field: `${operation}.${name}`,
    value,
    hint: `This takes ${Object.keys(schema.shape).join(', ')}.`,
  });
}
