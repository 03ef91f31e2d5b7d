import { MnemeError } from '../../domain/errors.js';
import type { MemoryId } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import { jaroWinkler } from '../../language/string-similarity.js';
import { isAction } from './actions.js';
import { type BankNotes, type NoteMemory, subjectKey } from './bank-notes.js';
import type { FileState, FolderState, FoundFolder, LeftFile } from './folder.js';
import {
  editedFields,
  fieldsOf,
  inLine,
  losesValue,
  type NoteFields,
  type NoteItem,
  readFields,
} from './note-line.js';
import { itemsOf, type Placed, type SubjectFile } from './subject-file.js';

/** What is to be done about notes that are gone with their file, or too many at once. */
export const REMOVED = ['ask', 'forget', 'restore'] as const;
export type Removed = (typeof REMOVED)[number];

interface Place {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly about: string;
  /** What the subject is, by the file; null if it does not say. */
  readonly is: string | null;
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

  /** What was written under names that are free now, by subject. */
  readonly #moved: ReadonlyMap<string, FileState>;

  constructor(private readonly sides: Sides) {
    const { state, found } = sides;
    this.#moved = new Map(
      Object.entries(state?.files ?? {})
        .filter(([path]) => !found.names.has(path.toLowerCase()))
        .map(([, entry]) => [subjectKey(entry.about), entry]),
    );
  }

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
    for (const file of this.#files.values()) this.#described(file);
    return {
      edits: this.#edits,
      placed: this.#placed,
      held: this.#removals(),
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
    const of = id === null || !first ? undefined : bank.current.get(id);
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
    if (losesValue(before, fields))
      this.#left.push({
        file: file.path,
        why: `line ${item.line}: its sentence no longer names “${inLine(before.value)}”, which stays its value; change that, too, if it is not so any more`,
      });
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
      const note = this.#seen.has(id) ? undefined : this.sides.bank.current.get(id);
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

  /** Another description of the subject is one of its latest note, from which it is taken. */
  #described(file: SubjectFile): void {
    const { is } = file;
    if (is === null || is === (this.#before(file)?.is ?? null)) return;
    const edited = new Set(this.#edits.flatMap((edit) => ('of' in edit ? [edit.of] : [])));
    const of = (this.sides.bank.subjects.get(subjectKey(file.about))?.notes ?? [])
      .flatMap(({ id }) => (this.#seen.has(id) ? (this.sides.bank.current.get(id) ?? []) : []))
      .findLast((note) => !edited.has(note));
    const item = of === undefined ? undefined : this.#homes.get(of.id);
    if (of === undefined || item === undefined || inLine(of.note.is ?? '') === is) return;
    this.#edits.push({ ...placeOf(file, item), what: 'correct', of, fields: fieldsOf(of), item });
  }

  /** What the last sync wrote into a file, under this or a former name. */
  #before(file: SubjectFile): FileState | undefined {
    return this.sides.state?.files[file.path] ?? this.#moved.get(subjectKey(file.about));
  }

  /** Removed lines become edits; what is gone with its file, or too much at once, is held. */
  #removals(): HeldNotes[] {
    const { state, removed, bank, found } = this.sides;
    if (state === null || removed === 'restore') return [];
    const files = new Map([...this.#files.values()].map((file) => [this.#before(file), file]));
    const missing = (ids: readonly MemoryId[]): MemoryId[] =>
      ids.filter((id) => !this.#seen.has(id) && bank.current.has(id));
    const all = Object.entries(state.files).map(([path, entry]) => {
      const file = files.get(entry);
      const isLast = file?.whole === true && file.stamp === entry.stamp;
      const there = found.names.has(path.toLowerCase());
      return { path, entry, file, isLast, there, now: missing(entry.notes) };
    });
    const count = (of: (each: (typeof all)[number]) => number): number =>
      all.reduce((sum, each) => sum + of(each), 0);
    const forget = removed === 'forget';
    const tooMany =
      count(({ now }) => now.length) > MOST_REMOVED * count(({ entry }) => entry.notes.length);
    const held: HeldNotes[] = [];
    for (const { path, entry, file, isLast, there, now } of all) {
      const before = missing(entry.held);
      if (!forget && before.length > 0)
        held.push({ file: path, notes: before, why: 'gone since an earlier sync' });
      // An older version of a file lacks what came later.
      if (now.length + before.length === 0 || (file !== undefined && !isLast)) continue;
      const why =
        file !== undefined
          ? 'too many were removed at once'
          : there
            ? 'the file cannot be read as it is'
            : 'the file is gone';
      if (forget || (file !== undefined && !tooMany))
        for (const of of forget ? [...now, ...before] : now)
          this.#edits.push({ ...placeOf({ path, ...entry }, { line: 0 }), what: 'forget', of });
      else if (now.length > 0) held.push({ file: path, notes: now, why });
    }
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

const placeOf = (
  { path, about, is }: Pick<SubjectFile, 'path' | 'about' | 'is'>,
  { line }: Pick<NoteItem, 'line'>,
): Place => ({ file: path, line, about, is });

const isTouched = ({ hash, written }: NoteItem): boolean => hash !== written;

const sameFields = (a: NoteFields, b: NoteFields): boolean =>
  (['aspect', 'value', 'from', 'until', 'status', 'type', 'text'] as const).every(
    (field) => a[field] === b[field],
  );
