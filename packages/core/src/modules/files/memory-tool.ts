import { join } from 'node:path';
import { z } from 'zod';
import type { BankHandle } from '../../bank/bank-handle.js';
import { MnemeError } from '../../domain/errors.js';
import { textOf } from '../../domain/import-export.js';
import { parseInput } from '../../domain/input.js';
import { forget } from '../history/index.js';
import type { Editor } from './apply.js';
import { BankNotes } from './bank-notes.js';
import { itemsOf, readSubjectFile } from './subject-file.js';
import { syncFolder } from './sync.js';

const path = z.string().min(1).max(4_096);

/** A call of the memory tool of Anthropic's models (`memory_20250818`). */
export const MemoryToolCall = z.discriminatedUnion('command', [
  z.strictObject({
    command: z.literal('view'),
    path,
    view_range: z.tuple([z.int().min(1), z.int().min(-1)]).optional(),
  }),
  z.strictObject({ command: z.literal('create'), path, file_text: z.string() }),
  z.strictObject({
    command: z.literal('str_replace'),
    path,
    old_str: z.string().min(1),
    new_str: z.string().default(''),
  }),
  z.strictObject({
    command: z.literal('insert'),
    path,
    insert_line: z.int().min(0),
    insert_text: z.string(),
  }),
  z.strictObject({ command: z.literal('delete'), path }),
  z.strictObject({ command: z.literal('rename'), old_path: path, new_path: path }),
]);
export type MemoryToolCall = z.input<typeof MemoryToolCall>;
type Call<Command> = Extract<z.output<typeof MemoryToolCall>, { readonly command: Command }>;

const ROOT = '/memories';
const DEPTH = 2;

/**
 * Answers a call of the memory tool from a synced folder, in the words that the models know; what the model writes
 * is taken in as edits by an agent. What cannot be done is an answer, too. Throws what a sync throws.
 */
export async function answerMemoryTool(
  folder: string,
  raw: unknown,
  handle: BankHandle,
): Promise<string> {
  const call = parseInput(MemoryToolCall, raw, 'memory');
  try {
    return await new MemoryTool(folder, handle).answer(call);
  } catch (error) {
    if (!MnemeError.is(error) || error.field !== 'memory.path') throw error;
    return `Error: ${error.message}`;
  }
}

class MemoryTool {
  constructor(
    private readonly folder: string,
    private readonly handle: BankHandle,
  ) {}

  async answer(call: z.output<typeof MemoryToolCall>): Promise<string> {
    await this.#sync('person');
    if (call.command === 'view') return this.#view(call);
    const done = await this.#change(call);
    const named = call.command === 'rename' ? call.new_path : call.path;
    const { left, edits } = await this.#sync('agent');
    const notes = [...left, ...edits.map(({ file, refused }) => ({ file, why: refused }))]
      .filter(({ file, why }) => why !== null && this.#placeOf(named) === join(this.folder, file))
      .map(({ why }) => `\nNote: ${why ?? ''}`);
    return done + notes.join('');
  }

  #sync(by: Editor) {
    return syncFolder(this.folder, {}, this.handle, by);
  }

  /** Throws for a path outside, or of hidden files. */
  #placeOf(of: string): string {
    const parts = of.split('/').filter((part) => part !== '');
    const inside = `/${parts[0] ?? ''}` === ROOT && of.startsWith('/');
    if (inside && !parts.some((part) => part.startsWith('.') || part.includes('\\')))
      return join(this.folder, ...parts.slice(1));
    throw refusal(`The path ${of} is not within ${ROOT}`);
  }

  async #read(of: string): Promise<string> {
    try {
      return await textOf((await this.handle.parts.openText(this.#placeOf(of))).chunks);
    } catch (error) {
      if (!MnemeError.is(error) || error.field === 'memory.path') throw error;
      throw refusal(
        `The path ${of} does not exist or is no text file. Please provide a valid path.`,
      );
    }
  }

  async #write(of: string, text: string | null, expected: string | null): Promise<void> {
    if (await this.handle.parts.files.exchange(this.#placeOf(of), text, expected)) return;
    throw refusal(
      expected === null
        ? `File ${of} already exists`
        : `${of} was changed meanwhile; view it again`,
    );
  }

  async #view({ path: of, view_range: range }: Call<'view'>): Promise<string> {
    if ((await this.handle.parts.files.list(this.#placeOf(of), 'itself')) !== null)
      return [
        `Here're the files and directories up to ${DEPTH} levels deep in ${of}, excluding hidden items and node_modules:`,
        ...(await this.#listed(of.replace(/\/$/, ''), DEPTH)),
      ].join('\n');
    const lines = (await this.#read(of)).split('\n');
    const [from, to] = range ?? [1, -1];
    const shown = lines.slice(from - 1, to === -1 ? undefined : to);
    return [
      `Here's the content of ${of} with line numbers:`,
      ...shown.map((line, at) => `${String(at + from).padStart(6)}\t${line}`),
    ].join('\n');
  }

  async #listed(of: string, depth: number): Promise<string[]> {
    const { files } = this.handle.parts;
    const found = [`-\t${of}`];
    for (const { name, kind, place } of (await files.list(this.#placeOf(of))) ?? []) {
      if (name.startsWith('.') || name === 'node_modules' || kind === 'none') continue;
      if (kind === 'file')
        found.push(`${((await files.open(place)).bytes / 1024).toFixed(1)}K\t${of}/${name}`);
      else if (depth > 1) found.push(...(await this.#listed(`${of}/${name}`, depth - 1)));
    }
    return found;
  }

  async #change(call: Exclude<z.output<typeof MemoryToolCall>, Call<'view'>>): Promise<string> {
    if (call.command === 'create') {
      await this.#write(call.path, call.file_text, null);
      return `File created successfully at: ${call.path}`;
    }
    if (call.command === 'rename') {
      const text = await this.#read(call.old_path);
      await this.#write(call.new_path, text, null);
      await this.#write(call.old_path, null, text);
      return `Successfully renamed ${call.old_path} to ${call.new_path}`;
    }
    const text = await this.#read(call.path);
    if (call.command === 'delete') {
      await this.#forget(call.path, text);
      await this.#write(call.path, null, text);
      return `Successfully deleted ${call.path}`;
    }
    const next = call.command === 'insert' ? inserted(call, text) : replaced(call, text);
    await this.#write(call.path, next, text);
    return `The memory file has been edited: ${call.path}`;
  }

  /** Other than a file that is gone, a deletion by the tool is meant. */
  async #forget(of: string, text: string): Promise<void> {
    const file = readSubjectFile(of, text);
    const named = file === null ? [] : itemsOf(file).flatMap(({ id }) => id ?? []);
    const { parts } = this.handle;
    await this.handle.writing(async (bank) => {
      const notes = await BankNotes.read(bank, parts);
      const ids = named.filter((id) => notes.current.has(id));
      const all = [...ids, ...notes.before(ids)];
      if (all.length > 0)
        await forget(all, { reason: `deleted ${of}`.slice(0, 500) }, parts.actor, bank.name, parts);
    });
  }
}

const refusal = (message: string): MnemeError =>
  new MnemeError('invalid_input', message, { field: 'memory.path' });

function inserted({ insert_line: at, insert_text }: Call<'insert'>, text: string): string {
  const lines = text.split('\n');
  if (at > lines.length)
    throw refusal(
      `Invalid \`insert_line\` parameter: ${at}. It should be within the range of lines of the file: [0, ${lines.length}]`,
    );
  lines.splice(at, 0, insert_text.replace(/\n$/, ''));
  return lines.join('\n');
}

function replaced({ path: of, old_str, new_str }: Call<'str_replace'>, text: string): string {
  const [before = '', ...after] = text.split(old_str);
  if (after.length === 0)
    throw refusal(
      `No replacement was performed, old_str \`${old_str}\` did not appear verbatim in ${of}.`,
    );
  if (after.length > 1)
    throw refusal(
      `No replacement was performed. Multiple occurrences of old_str \`${old_str}\` in ${of}. Please ensure it is unique`,
    );
  return before + new_str + (after[0] ?? '');
}
