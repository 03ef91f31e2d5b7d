import { z } from 'zod';
import type { BankHandle } from '../../bank/bank-handle.js';
import type { OpenBank } from '../../bank/core.js';
import { MnemeError } from '../../domain/errors.js';
import { parseInput } from '../../domain/input.js';
import type { MemoryId } from '../../domain/ids.js';
import { applyEdits, assertGoing, type DoneEdit, type Editor } from './apply.js';
import { BankNotes } from './bank-notes.js';
import { Folder, type LeftFile } from './folder.js';
import { folderContent } from './folder-content.js';
import { writeInstructions } from './instructions-block.js';
import { planSync, REMOVED, type HeldNotes, type SyncPlan } from './plan.js';

export const FilesOptions = z.strictObject({
  preview: z.boolean().default(false),
  removed: z.enum(REMOVED).default('ask'),
  instructions: z.string().min(1).optional(),
  signal: z.custom<AbortSignal>((value) => value instanceof AbortSignal).optional(),
});
export type FilesOptions = z.input<typeof FilesOptions>;

/** One edit of a person, and what became of it. */
export interface FileEdit {
  readonly file: string;
  /** From 1; 0 for a line that is gone. */
  readonly line: number;
  readonly what: 'add' | 'correct' | 'replace' | 'conflict' | 'forget' | 'action';
  /** The note before; null for a new one and for an action. */
  readonly of: MemoryId | null;
  /** The note that says it now; null if there is none, in a preview, and if it was refused. */
  readonly id: MemoryId | null;
  /** “home: Bergen”, or the action; empty for a removed line. */
  readonly says: string;
  /** Why it was not done; null if it was. The line stays in the file. */
  readonly refused: string | null;
}

/** What a sync of a folder did, or in a preview would do. */
export interface FilesReport {
  readonly folder: string;
  readonly bank: string;
  readonly preview: boolean;
  /** Subjects and notes that hold. */
  readonly subjects: number;
  readonly notes: number;
  /** Edits in the folder, in the order in which they were taken in. */
  readonly edits: readonly FileEdit[];
  /** Files that were written anew, or removed because nothing was left in them. */
  readonly written: readonly string[];
  /** Notes that are gone from the folder, and were not forgotten: somebody has to decide. */
  readonly held: readonly HeldNotes[];
  /** Files, and lines in them, that were left as they are. */
  readonly left: readonly LeftFile[];
  /** The file of standing instructions, if it was written. */
  readonly instructions: string | null;
  /** The last change of the bank that the folder shows. */
  readonly sequence: number;
}

/** Files that change while they are written are read again at once; then it is the next sync's. */
const ROUNDS = 3;

/**
 * Brings a folder and a bank in step: edits by a person, or an agent, become changes of the bank, and the folder shows the bank.
 * Throws `invalid_input` for a path that is no folder, `conflict` for a folder of another bank, `locked` while another
 * process syncs it, `read_only`.
 */
export async function syncFolder(
  path: string,
  raw: FilesOptions,
  handle: BankHandle,
  by: Editor = 'person',
): Promise<FilesReport> {
  const options = parseInput(FilesOptions, raw, 'files');
  const where = parseInput(z.string().trim().min(1).max(4_096), path, 'files.folder');
  const folder = new Folder(where, { ...handle.parts.files, openText: handle.parts.openText });
  const sync = new Sync(folder, options, { handle, by });
  if (options.preview) {
    await folder.assertFolder();
    return sync.run();
  }
  handle.assertWritable();
  const lock = await folder.lock();
  try {
    return await sync.run();
  } finally {
    await lock.release();
  }
}

class Sync {
  readonly #done: DoneEdit[] = [];
  readonly #written = new Set<string>();

  constructor(
    private readonly folder: Folder,
    private readonly options: z.output<typeof FilesOptions>,
    private readonly how: { readonly handle: BankHandle; readonly by: Editor },
  ) {}

  async run(): Promise<FilesReport> {
    const { preview, signal } = this.options;
    const { handle } = this.how;
    const bank = await (preview ? handle.open() : handle.serve());
    for (let round = 1; ; round++) {
      const { found, state, notes, plan } = await this.#compare(bank);
      const done = preview
        ? plan.edits.map((edit) => ({ edit, id: null, refused: null }))
        : await applyEdits(plan.edits, notes, this.how, signal);
      this.#done.push(...done);
      const isSame = preview || plan.edits.length === 0;
      const now = isSame ? notes : await this.#notes(await handle.serve());
      const { contents, files } = folderContent({ notes: now, plan, found, state, done });
      let disturbed = false;
      for (const { path, before, text } of contents) {
        if (text === before) continue;
        assertGoing(signal);
        if (preview || (await this.folder.write(path, text, before))) this.#written.add(path);
        else {
          disturbed = true;
          // The file still rests on what was written before.
          const was = state?.files[path];
          if (was === undefined) Reflect.deleteProperty(files, path);
          else files[path] = was;
        }
      }
      const { name, createdAt } = bank;
      const { sequence } = now;
      // Last, and at once: a sync that was stopped before is done again.
      if (!preview)
        await this.folder.keepState({ version: 1, bank: name, createdAt, sequence, files });
      if (!disturbed || round >= ROUNDS) return this.#report(plan, now, await this.#instruct(now));
    }
  }

  /** The file of instructions, if it is to be written. */
  async #instruct(notes: BankNotes): Promise<string | null> {
    const { instructions, preview } = this.options;
    if (instructions === undefined) return null;
    const written = await writeInstructions(instructions, notes, preview, this.how.handle.parts);
    return written ? instructions : null;
  }

  async #compare(bank: OpenBank) {
    const state = await this.folder.state();
    if (state !== null && (state.bank !== bank.name || state.createdAt !== bank.createdAt))
      throw new MnemeError(
        'conflict',
        `${this.folder.path} shows another memory: bank ${state.bank}.`,
        {
          field: 'files.folder',
          value: this.folder.path,
          hint: 'Name another folder; or remove .mneme in this one, and its notes become notes of this bank.',
        },
      );
    const [found, notes] = [await this.folder.read(), await this.#notes(bank)];
    const { removed } = this.options;
    return { state, found, notes, plan: await planSync({ found, state, bank: notes, removed }) };
  }

  #notes(bank: OpenBank): Promise<BankNotes> {
    return BankNotes.read(bank, this.how.handle.parts);
  }

  #report(plan: SyncPlan, notes: BankNotes, instructions: string | null): FilesReport {
    return {
      folder: this.folder.path,
      bank: this.how.handle.name,
      preview: this.options.preview,
      subjects: [...notes.subjects.values()].filter((each) => each.notes.length > 0).length,
      notes: notes.current.size,
      edits: this.#done.map(({ edit, id, refused }) => ({
        file: edit.file,
        line: edit.line,
        what: edit.what,
        of: !('of' in edit) ? null : edit.what === 'forget' ? edit.of : edit.of.id,
        id,
        says:
          'fields' in edit
            ? `${edit.fields.aspect}: ${edit.fields.value}`
            : edit.what === 'action'
              ? edit.item.head
              : '',
        refused,
      })),
      written: [...this.#written].sort(),
      held: plan.held,
      left: plan.left,
      instructions,
      sequence: notes.sequence,
    };
  }
}
