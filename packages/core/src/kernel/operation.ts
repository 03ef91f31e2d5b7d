import type { z } from 'zod';
import type { Scope } from '../domain/access.js';
import type { Exact, Of } from '../domain/schema.js';
import type { TextFormat } from '../domain/screen.js';

export interface OperationContext {
  /** Stops long work between commits. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
  /** Text that the caller supplies in addition to the input, such as a command line's standard input. */
  readonly piped?: () => AsyncIterable<string>;
}

/** What an operation does to a bank; front ends derive their safety hints from it. */
export type Effect = 'read' | 'write' | 'retract';

/** What servers must know about an operation in addition to its effect. */
export interface ServingOptions {
  /** The scope that a key needs, unless its effect implies it. */
  readonly scope?: Scope;
  /** The input field that requires the scope `admin`. */
  readonly adminWith?: string;
  /** It may take minutes: answered with a job that the client polls. */
  readonly long?: true;
  /** It depends on what recalls delivered: pending records of recalls are written first. */
  readonly afterRecalls?: true;
  /** What a repeated request tells is known by then, and changes nothing, although the operation is not idempotent. */
  readonly repeatable?: true;
  /** Fields that name a file of the machine it runs on: not accepted from remote clients. */
  readonly files?: readonly string[];
  /** Its answer contains a secret and is never stored, not even under an idempotency key. */
  readonly secret?: true;
  /** It requires such a file: protocols that can accept the text instead. */
  readonly upload?: true;
  /**
   * `question`: agents call it every turn. `quick`: takes little time in a bank of any size, as it reads one page or
   * named items. Default: runs in a worker, so that it does not delay other calls.
   */
  readonly pace?: 'question' | 'quick';
  /** The queue it waits in if it runs in a worker. Default: `general`. */
  readonly line?: QueueName;
}

/** Queues of work for workers. `urgent` has reserved slots, and so has work that waits for a solver. */
export type QueueName = 'general' | 'urgent' | 'solving';

/** The HTTP route of an operation. */
export interface HttpRoute {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below /v1/banks/{bank}. A name in braces is a field of the input. */
  readonly path: string;
  /** Fields that the route determines. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** Fields that are not accepted here. */
  readonly without?: readonly string[];
  /** Its name in the API description; of several routes, only one has the operation's own name. */
  readonly called?: string;
  /** Fields that generated clients take by position here. Default: those of the operation. */
  readonly positional?: readonly string[];
}

/** Another method of the library that an operation stands for. */
export interface FurtherMethod {
  readonly verb: readonly [path: string, ...fields: string[]];
  /** Fields of the operation that mark its calls. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** Fields that the operation calls differently. */
  readonly renamed?: Readonly<Record<string, string>>;
}

/**
 * One verb, declared once in its module: the library's client, the command line, HTTP, gRPC, MCP and the
 * documentation are derived from it.
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
  /** The field that may be `-` for text of any length, which `run` reads from the context. */
  readonly pipes?: string;
  /** The field that names a file to read: if that file is missing, no bank is created. */
  readonly reads?: string;
  readonly effect: Effect;
  /**
   * It brings its own content, or does so in the named field, so a command line creates a missing memory; other
   * operations need an existing one.
   */
  readonly founds?: true | string;
  /** Input fields that make it write; if none is given, it only reads. `false` counts as not given. */
  readonly writesWith?: readonly string[];
  /** The field that makes it a preview, or a report. */
  readonly readsWith?: string;
  /** The field that makes even those write. */
  readonly writesStillWith?: string;
  /** It uses no bank, so a command line needs no file for it. */
  readonly standsAlone?: true;
  /**
   * It concerns the whole file: the named bank need not exist, and a key limited to some banks cannot call it, unless
   * it reports only on the banks that the key opens.
   */
  readonly ofFile?: true | 'what is opened';
  /** For people only: never offered as a tool, since an agent may act on somebody else's words. */
  readonly forPeople?: true;
  /** Fields for people only: omitted when it is offered as a tool. */
  readonly forPeopleWith?: readonly string[];
  /** For people only, unless this field is given. */
  readonly forPeopleWithout?: string;
  /** It tunes, measures or draws a bank: an agent may call it, but it is not listed among the tools. */
  readonly forOperators?: true;
  /** The current name, if this is the name of the previous version: still accepted, but listed nowhere. */
  readonly former?: string;
  /** Running it again with the same input changes nothing more. */
  readonly idempotent: boolean;
  readonly examples: readonly { readonly command: string; readonly shows: string }[];
  /**
   * Its method in the library, and the input fields that the method takes by position; an object among the arguments
   * gives further fields by name. Without it, the client has no method for it.
   */
  readonly verb?: readonly [path: string, ...fields: string[]];
  readonly also?: readonly FurtherMethod[];
  /** Calls without an agent and run get those of `memory.scope()`. */
  readonly scoped?: true;
  readonly served?: ServingOptions;
  /** Questions belong in a body, since URLs end up in logs. Default: `POST` under its name. */
  readonly places?: readonly HttpRoute[];
  /** Its result as text for a model, if that is not the JSON. */
  readonly asText?: (output: NoInfer<Output>) => string;
  /** How people see its result at a terminal. Default, also for null: its fields, and lists as tables. */
  readonly asLines?: (output: NoInfer<Output>, screen: TextFormat) => string | null;
  /** Its result as an SVG text, if it can be drawn. */
  readonly draw?: (output: NoInfer<Output>) => string;
  run(memory: Memory, input: z.output<Input>, context: OperationContext): Promise<Output>;
}

export type EffectOfInput = Pick<
  Operation<never>,
  'effect' | 'writesWith' | 'readsWith' | 'writesStillWith'
>;

/** Whether a call with this input only reads. */
export function onlyReads(
  { effect, writesWith, readsWith, writesStillWith }: EffectOfInput,
  input: unknown,
): boolean {
  const given = (input ?? {}) as Readonly<Record<string, unknown>>;
  return (
    effect === 'read' ||
    (readsWith !== undefined &&
      given[readsWith] === true &&
      (writesStillWith === undefined || given[writesStillWith] === undefined)) ||
    (writesWith !== undefined &&
      writesWith.every((field) => given[field] === undefined || given[field] === false))
  );
}

/** Whether a call with this input creates a missing memory. */
export function createsMemory(
  operation: EffectOfInput & Pick<Operation<never>, 'founds'>,
  input: unknown,
): boolean {
  const { founds } = operation;
  const brings =
    typeof founds === 'string'
      ? (input as Readonly<Record<string, unknown>>)[founds] !== undefined
      : founds === true;
  return brings && !onlyReads(operation, input);
}

/** The operation as spelled on a command line. */
export function spelling({
  name,
  words = [name],
}: Pick<Operation<never>, 'name' | 'words'>): string {
  return words.join(' ');
}

/** An operation as declared: a `run` whose result differs from the schema does not compile. */
export interface OperationDeclaration<
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
  operation: OperationDeclaration<Memory, Input, Schema, Given>,
): Operation<Memory, Input, Given> {
  // Both types are equal here, which the compiler cannot prove for generic ones.
  return operation as unknown as Operation<Memory, Input, Given>;
}
