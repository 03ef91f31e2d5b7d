import type { z } from 'zod';
import type { Scope } from '../domain/access.js';
import type { Exact, Of } from '../domain/schema.js';
import type { Screen } from '../domain/screen.js';

export interface OperationContext {
  /** Stops long work between its commits. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
  /** Text that the caller supplies besides the input, where it can: a command line’s standard input. */
  readonly piped?: () => AsyncIterable<string>;
}

/** What an operation does to a bank; front ends derive their safety hints from it. */
export type Effect = 'read' | 'write' | 'retract';

/** What servers must know of an operation beside its effect. */
export interface Served {
  /** What a key needs to call it, where its effect does not say. */
  readonly scope?: Scope;
  /** The field with which it needs to administer. */
  readonly adminWith?: string;
  /** It may take minutes: answered by a piece of work that is asked after. */
  readonly long?: true;
  /** It rests on what recalls delivered: that is written down before. */
  readonly afterRecalls?: true;
  /** Fields that name a file of the machine it runs on: no door to elsewhere takes them. */
  readonly files?: readonly string[];
  /** A secret is in its answer, which is kept nowhere: not even for a request that is sent again. */
  readonly secret?: true;
  /** It cannot do without such a file: a door that can takes its text instead. */
  readonly upload?: true;
  /**
   * `question`: agents ask it at every turn. `quick`: done in a moment however large the bank is, as it looks at
   * a page or at what it names. Default: computed apart from what others wait for.
   */
  readonly pace?: 'question' | 'quick';
  /** The line in which it waits where it is computed apart. Default: `general`. */
  readonly line?: LineName;
}

/** Lines of what is computed apart. `urgent` has slots that nothing else takes, and so has what waits for a solver. */
export type LineName = 'general' | 'urgent' | 'solving';

/** Where HTTP finds an operation. */
export interface Place {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below /v1/banks/{bank}. A name in braces is a field of the input. */
  readonly path: string;
  /** Fields that the place itself settles. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** Fields that cannot be given here. */
  readonly without?: readonly string[];
  /** Its name in the description; of an operation with several places, one alone has the operation's. */
  readonly called?: string;
}

/**
 * One verb, declared once in its room: the library's client, the command line, HTTP, gRPC, MCP and the
 * documentation take everything they know of it from here.
 */
export interface Operation<Memory, Input extends z.ZodType = z.ZodType, Output = unknown> {
  readonly name: string;
  /** Its command-line spelling, if it differs from the name: `goal set`. */
  readonly words?: readonly string[];
  /** One line. */
  readonly summary: string;
  readonly description: string;
  readonly input: Input;
  /** Its result: {@link defineOperation} requires `run` to return exactly these fields. */
  readonly output: z.ZodType<NoInfer<Output>>;
  /** Input fields that a command line takes without a flag, in order; the last may be a list. */
  readonly positional: readonly string[];
  /** The field that may be `-` for text of any length, which `run` then reads from the context. */
  readonly pipes?: string;
  /** The field that names a file to read: if that file is missing, no bank is created. */
  readonly reads?: string;
  readonly effect: Effect;
  /** It brings in something of its own, so that a command line makes a memory where there is none; every other works on what is there. */
  readonly founds?: true;
  /** The input fields without any of which the operation only reads. One that is `false` is not given. */
  readonly writesWith?: readonly string[];
  /** The field with which it only tells what it would do. */
  readonly readsWith?: string;
  /** It uses no bank, so a command line needs no file for it. */
  readonly standsAlone?: true;
  /**
   * It concerns the whole file: the named bank need not exist, and a key limited to some banks cannot call it, unless it tells of those
   * alone that the key opens.
   */
  readonly ofFile?: true | 'what is opened';
  /** For people only: never offered to an agent as a tool, since an agent may act on somebody else's words. */
  readonly forPeople?: true;
  /** Fields for people only: a tool that renders the operation has none of them. */
  readonly forPeopleWith?: readonly string[];
  /** It tunes, measures or draws a bank: it answers an agent’s call, but is not listed among its tools. */
  readonly forOperators?: true;
  /** What it is called now, of a name that it had in the version before: it answers, and is listed nowhere. */
  readonly former?: string;
  /** Running it again with the same input changes nothing more. */
  readonly idempotent: boolean;
  readonly examples: readonly { readonly command: string; readonly shows: string }[];
  /**
   * Its method in the library, and the input fields that the method takes by position; an object among the
   * arguments gives further fields by name. Without it the client has no method of its own for it.
   */
  readonly verb?: readonly [path: string, ...fields: string[]];
  /** The agent and the run of `memory.scope()` go with each call that names none. */
  readonly scoped?: true;
  readonly served?: Served;
  /** What is asked in words goes into a body: addresses end up in logs. Default: `POST` under its name. */
  readonly places?: readonly Place[];
  /** Its result as text for a model, if that is not the JSON. */
  readonly asText?: (output: NoInfer<Output>) => string;
  /** How people see its result at a terminal. Default: its fields, and lists as tables. */
  readonly asLines?: (output: NoInfer<Output>, screen: Screen) => string;
  /** Its result as an SVG text, if it can be drawn. */
  readonly draw?: (output: NoInfer<Output>) => string;
  run(memory: Memory, input: z.output<Input>, context: OperationContext): Promise<Output>;
}

/** Whether a call with this input only reads. */
export function onlyReads(
  { effect, writesWith, readsWith }: Pick<Operation<never>, 'effect' | 'writesWith' | 'readsWith'>,
  input: unknown,
): boolean {
  const given = (input ?? {}) as Readonly<Record<string, unknown>>;
  return (
    effect === 'read' ||
    (readsWith !== undefined && given[readsWith] === true) ||
    (writesWith !== undefined &&
      writesWith.every((field) => given[field] === undefined || given[field] === false))
  );
}

/** Whether a call with this input makes a memory where there is none. */
export function foundsMemory(
  operation: Pick<Operation<never>, 'effect' | 'writesWith' | 'readsWith' | 'founds'>,
  input: unknown,
): boolean {
  return operation.founds === true && !onlyReads(operation, input);
}

/** The operation as spelled on a command line. */
export function spelling({
  name,
  words = [name],
}: Pick<Operation<never>, 'name' | 'words'>): string {
  return words.join(' ');
}

/** An operation as declared: a `run` that returns anything but what the schema says does not compile. */
export interface Declared<
  Memory,
  Input extends z.ZodType,
  Schema extends z.ZodType,
  Given,
> extends Omit<Operation<Memory, Input, Of<Schema>>, 'output' | 'run'> {
  readonly output: Schema;
  run(
    memory: Memory,
    input: z.output<Input>,
    context: OperationContext,
  ): Promise<Given & Exact<Schema, Given>>;
}

/** Ties the types of input and output together. */
export function defineOperation<Memory, Input extends z.ZodType, Schema extends z.ZodType, Given>(
  operation: Declared<Memory, Input, Schema, Given>,
): Operation<Memory, Input, Given> {
  // The two types are equal here, but the compiler cannot see it for a generic one.
  return operation as unknown as Operation<Memory, Input, Given>;
}
