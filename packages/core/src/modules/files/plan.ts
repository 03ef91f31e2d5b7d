import { MnemeError } from '../../domain/errors.js';
import type { MemoryId } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import { jaroWinkler } from '../../language/string-similarity.js';
import { isAction } from '../history/index.js';
import { type BankNotes, type NoteMemory, subjectKey } from './bank-notes.js';
import type { FileState, FolderState, FoundFolder, LeftFile } from './folder.js';
import { editedFields, fieldsOf, type NoteFields, type NoteItem, readFields } from './note-line.js';
import { itemsOf, type Placed, type SubjectFile } from './subject-file.js';

/** What is to be done about notes that are gone with their file, or too many at once. */
export const REMOVED = ['ask', 'forget', 'restore'] as const;
export type Removed = (typeof REMOVED)[number];

interface Place {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly about: string;
}

/** One edit of a person, as a change of the bank. */
export type Edit = Place &
  (
    | { readonly what: 'add'; readonly fields: NoteFields; readonly item: NoteItem }
    | {
        /** Other words for the same, or what it now is instead. */
        readonly what: 'correct' | 'replace';
        readonly of: NoteMemory;
        readonly fields: NoteFields;
        readonly item: NoteItem;
      }
    | {
        /** Both sides changed the note. */
        readonly what: 'conflict';
        readonly of: Memory;
        /** What took its place in the bank; null if it was forgotten. */
        readonly against: MemoryId | null;
        readonly fields: NoteFields;
        readonly item: NoteItem;
      }
    /** What a line such as `[PIN: m_…]` asks for. */
    | { readonly what: 'action'; readonly item: NoteItem }
    | { readonly what: 'forget'; readonly of: MemoryId }
  );

export interface HeldNotes {
  readonly file: string;
  readonly notes: readonly MemoryId[];
  readonly why: string;
}

export interface SyncPlan {
  readonly edits: readonly Edit[];
  /** What stands at each item from now on, unless an edit says otherwise. */
  readonly placed: ReadonlyMap<NoteItem, Placed>;
  readonly held: readonly HeldNotes[];
  readonly left: readonly LeftFile[];
  /** The files that count, by subject. */
  readonly files: ReadonlyMap<string, SubjectFile>;
}

interface Sides {
  readonly found: FoundFolder;
  readonly state: FolderState | null;
  readonly bank: BankNotes;
  readonly removed: Removed;
}

/** Compares folder, bank and what the last sync left, note by note. Reads only. */
export async function planSync(sides: Sides): Promise<SyncPlan> {
  return new Planner(sides).plan();
}

/** More gone at once than this share is no editing: a branch was switched, a disk is missing. */
const MOST_REMOVED = 1 / 3;

class Planner {
  readonly #edits: Edit[] = [];
  readonly #placed = new Map<NoteItem, Placed>();
  readonly #left: LeftFile[] = [];
  readonly #files = new Map<string, SubjectFile>();
  readonly #seen = new Set<MemoryId>();
  readonly #homes = new Map<MemoryId, NoteItem>();
  #others: ReadonlyMap<MemoryId, Memory> = new Map();

  constructor(private readonly sides: Sides) {}

  async plan(): Promise<SyncPlan> {
    const { found, bank } = this.sides;
    this.#chooseFiles();
    const named = [...this.#files.values()].flatMap((file) =>
      itemsOf(file).flatMap(({ id }) => id ?? []),
    );
    this.#others = await bank.others([...new Set(named)]);
    for (const file of this.#files.values()) for (const item of itemsOf(file)) this.#see(item);
    for (const file of this.#files.values())
      for (const item of itemsOf(file)) await this.#item(file, item);
    const held = this.#removals();
    return {
      edits: this.#edits,
      placed: this.#placed,
      held,
      left: [...found.left, ...this.#left],
      files: this.#files,
    };
  }

  /** One file a subject: of several, the one that was written before. */
  #chooseFiles(): void {
    const { found, state } = this.sides;
    const known = (file: SubjectFile): number => Number(state?.files[file.path] !== undefined);
    for (const file of found.files.toSorted((a, b) => known(b) - known(a))) {
      const key = subjectKey(file.about);
      const other = this.#files.get(key);
      if (other === undefined) this.#files.set(key, file);
      else
        this.#left.push({
          file: file.path,
          why: `it is about ${file.about}, as ${other.path} is; put both into one`,
        });
    }
  }

  /** A copied line belongs where it is unchanged; the changed copy is a new note. */
  #see(item: NoteItem): void {
    const { id } = item;
    if (id === null) return;
    this.#seen.add(id);
    const other = this.#homes.get(id);
    if (other === undefined || (isTouched(other) && !isTouched(item))) this.#homes.set(id, item);
  }

  async #item(file: SubjectFile, item: NoteItem): Promise<void> {
    const { bank } = this.sides;
    const { id } = item;
    const first = id !== null && this.#homes.get(id) === item;
    const touched = isTouched(item);
    if (id !== null && !first && !touched) return void this.#placed.set(item, null);
    if (id === null && isAction(item.head))
      return void this.#edits.push({ ...placeOf(file, item), what: 'action', item });
    const of = id === null || !first ? undefined : bank.note(id);
    if (of !== undefined) {
      this.#placed.set(item, of.id);
      if (touched) this.#edited(file, item, of);
      return;
    }
    const other = id === null || !first ? undefined : this.#others.get(id);
    if ((other?.quarantine ?? null) !== null) return void this.#placed.set(item, item.raw);
    if (!touched && (other !== undefined || !this.#isLost()))
      return void this.#placed.set(item, null);
    const fields = this.#read(file, item);
    if (fields === null) return;
    const merged =
      other?.note === undefined ? fields : editedFields(fieldsOf(other as NoteMemory), fields);
    // A sync that was stopped has written it, but not yet the file.
    const same = bank.saying(file.about, merged);
    if (same !== undefined) return void this.#placed.set(item, same);
    const place = { ...placeOf(file, item), fields: merged, item };
    if (other?.note === undefined)
      return void this.#edits.push(
        this.#withoutMark(file, item, fields) ?? { ...place, what: 'add' },
      );
    const against = (await bank.successor(other)) ?? null;
    this.#edits.push({ ...place, what: 'conflict', of: other, against });
  }

  /** Whether the bank is older than the folder: a backup was restored, and lines may hold what it lost. */
  #isLost(): boolean {
    const { state, bank } = this.sides;
    return state === null || bank.sequence < state.sequence;
  }

  #edited(file: SubjectFile, item: NoteItem, of: NoteMemory): void {
    const read = this.#read(file, item);
    if (read === null) return;
    const before = fieldsOf(of);
    const fields = editedFields(before, read);
    const moved = subjectKey(file.about) !== subjectKey(of.note.about);
    if (!moved && sameFields(fields, before)) return;
    const place = { ...placeOf(file, item), of, item };
    if (moved || isSpelling(before.value, fields.value))
      return void this.#edits.push({ ...place, what: 'correct', fields });
    // When another value began is not told by when the former one did.
    const from = fields.from === before.from ? null : fields.from;
    const until = fields.until === before.until ? null : fields.until;
    this.#edits.push({ ...place, what: 'replace', fields: { ...fields, from, until } });
  }

  /** A line whose mark was lost is still the note of its aspect, if that note alone is missing from the file. */
  #withoutMark(file: SubjectFile, item: NoteItem, fields: NoteFields): Edit | null {
    if (item.id !== null) return null;
    const missing = (this.#before(file)?.notes ?? []).flatMap((id) => {
      const note = this.#seen.has(id) ? undefined : this.sides.bank.note(id);
      return note?.note.aspect.toLowerCase() === fields.aspect.toLowerCase() ? [note] : [];
    });
    const [of] = missing;
    if (of === undefined || missing.length > 1) return null;
    this.#seen.add(of.id);
    const edited = editedFields(fieldsOf(of), fields);
    return { ...placeOf(file, item), what: 'replace', of, fields: edited, item };
  }

  #read(file: SubjectFile, item: NoteItem): NoteFields | null {
    try {
      const fields = readFields(item);
      if (fields.value !== '' && fields.aspect !== '') return fields;
      throw new MnemeError('invalid_input', `line ${item.line}: it says nothing.`, {
        hint: 'Write it as - **aspect**: value.',
      });
    } catch (error) {
      if (!MnemeError.is(error)) throw error;
      this.#left.push({ file: file.path, why: `${error.message} ${error.hint ?? ''}`.trim() });
      this.#placed.set(item, item.raw);
      return null;
    }
  }

  /** What the last sync wrote into a file, under this or a former name. */
  #before(file: SubjectFile): FileState | undefined {
    const { state, found } = this.sides;
    if (state === null) return undefined;
    const same = state.files[file.path];
    if (same !== undefined) return same;
    const moved = Object.entries(state.files).find(
      ([path, { about }]) =>
        subjectKey(about) === subjectKey(file.about) && !found.names.has(path.toLowerCase()),
    );
    return moved?.[1];
  }

  /** Removed lines, and what is gone with its file. */
  #removals(): HeldNotes[] {
    const { state, removed, bank, found } = this.sides;
    if (state === null) return [];
    const bySubject = new Map([...this.#files.values()].map((file) => [this.#before(file), file]));
    const lines: { readonly path: string; readonly about: string; readonly id: MemoryId }[] = [];
    const held: HeldNotes[] = [];
    let total = 0;
    let gone = 0;
    for (const [path, entry] of Object.entries(state.files)) {
      const missing = (ids: readonly MemoryId[]): MemoryId[] =>
        ids.filter((id) => !this.#seen.has(id) && bank.isCurrent(id));
      const file = bySubject.get(entry);
      total += entry.notes.length;
      const now = missing(entry.notes);
      gone += now.length;
      const before = missing(entry.held);
      if (removed === 'restore') continue;
      const asked = removed === 'forget' ? [...now, ...before] : now;
      if (removed !== 'forget' && before.length > 0)
        held.push({ file: path, notes: before, why: 'gone since an earlier sync' });
      if (file === undefined && removed !== 'forget') {
        if (now.length === 0) continue;
        const there = found.names.has(path.toLowerCase());
        const why = there ? 'the file does not say any more whom it is about' : 'the file is gone';
        held.push({ file: path, notes: now, why });
      } else if (file === undefined || (file.whole && file.stamp === entry.stamp))
        lines.push(...asked.map((id) => ({ path, about: entry.about, id })));
    }
    if (removed !== 'forget' && gone > total * MOST_REMOVED) {
      for (const file of new Set(lines.map(({ path }) => path))) {
        const notes = lines.flatMap(({ path, id }) => (path === file ? [id] : []));
        held.push({ file, notes, why: 'too many were removed at once' });
      }
      return held;
    }
    for (const { path, about, id } of lines)
      this.#edits.push({ what: 'forget', file: path, line: 0, about, of: id });
    return held;
  }
}

/** Words as alike as this are one word, spelt better. */
const SPELLING_FROM = 0.92;
const MIN_SPELLED = 5;

/** Whether one value is the other, or the other misspelt; figures are never the same. */
function isSpelling(before: string, now: string): boolean {
  const [a, b] = [before.toLowerCase(), now.toLowerCase()];
  if (a === b) return true;
  return (
    !/\p{N}/u.test(a + b) &&
    Math.min(a.length, b.length) >= MIN_SPELLED &&
    jaroWinkler(a, b) >= SPELLING_FROM
  );
}

const placeOf = ({ path, about }: SubjectFile, { line }: NoteItem): Place => ({
  file: path,
  line,
  about,
});

const isTouched = ({ hash, written }: NoteItem): boolean => hash !== written;

const sameFields = (a: NoteFields, b: NoteFields): boolean =>
  (['aspect', 'value', 'from', 'until', 'status', 'type', 'text'] as const).every(
    (field) => a[field] === b[field],
  );
