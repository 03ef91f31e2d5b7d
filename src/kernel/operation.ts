import type { z } from 'zod';
import type { Exact, Of } from '../domain/schema.js';

export interface OperationContext {
  /** Stops long work between its commits. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
  /** Text that the door is given beside the input, where it has such: a command line’s standard input. */
  readonly piped?: () => AsyncIterable<string>;
}

/** What an operation does to a bank; doors derive their safety hints from it. */
export type Effect = 'read' | 'write' | 'retract';

/**
 * One verb, declared once: every door (command line, and each later one) renders its name, words, schema and defaults from
 * here and holds none of its own.
 */
export interface Operation<Memory, Input extends z.ZodType = z.ZodType, Output = unknown> {
  readonly name: string;
  /** How a command line spells it, where not by its name: `goal set`. */
  readonly words?: readonly string[];
  /** One line. */
  readonly summary: string;
  readonly description: string;
  readonly input: Input;
  /** What it answers: {@link defineOperation} holds it to say what `run` gives, field by field. */
  readonly output: z.ZodType<NoInfer<Output>>;
  /** Input fields that a command line takes without a flag, in order; the last may be a list. */
  readonly positional: readonly string[];
  /** The field that may be `-` for text of any length, which `run` then reads from the context. */
  readonly pipes?: string;
  /** The field that names a file to be read: where it is not there, no bank is founded for it. */
  readonly reads?: string;
  readonly effect: Effect;
  /** The input field without which it only reads. */
  readonly readsWithout?: string;
  /** It looks at no bank: a command line needs no file for it. */
  readonly standsAlone?: true;
  /** It tells of the whole file: the bank that is named need not be there, and a key of some banks cannot call it. */
  readonly ofFile?: true;
  /** Only for people: no tool of an agent, which may be acting on somebody else's words. */
  readonly forPeople?: true;
  /** Running it again with the same input changes nothing more. */
  readonly idempotent: boolean;
  readonly examples: readonly { readonly command: string; readonly shows: string }[];
  /** What it answers as a text for a model to read, where that is not its JSON. */
  readonly asText?: (output: NoInfer<Output>) => string;
  /** Where HTTP finds it below a bank, and how people see its answer, of a verb that a module brings; else the doors' own tables say it. */
  readonly place?: { readonly method: 'GET' | 'POST'; readonly path: string };
  readonly asLines?: (output: NoInfer<Output>) => string;
  run(memory: Memory, input: z.output<Input>, context: OperationContext): Promise<Output>;
}

/** Whether a call of it with this input only reads. */
export function onlyReads(
  { effect, readsWithout }: Pick<Operation<never>, 'effect' | 'readsWithout'>,
  input: unknown,
): boolean {
  const asked =
    readsWithout === undefined
      ? undefined
      : (input as Readonly<Record<string, unknown>> | null | undefined)?.[readsWithout];
  return effect === 'read' || (readsWithout !== undefined && asked !== true);
}

/** The operation as a command line spells it. */
export function spelling({
  name,
  words = [name],
}: Pick<Operation<never>, 'name' | 'words'>): string {
  return words.join(' ');
}

/** An operation as it is declared: what `run` gives is exactly what the schema says, or it does not build. */
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

/** Keeps the types of input and output tied together. */
export function defineOperation<Memory, Input extends z.ZodType, Schema extends z.ZodType, Given>(
  operation: Declared<Memory, Input, Schema, Given>,
): Operation<Memory, Input, Given> {
  // The two are one type by now, which the compiler does not see while it does not know which.
  return operation as unknown as Operation<Memory, Input, Given>;
}
