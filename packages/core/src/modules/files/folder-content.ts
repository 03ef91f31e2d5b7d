import type { DoneEdit } from './apply.js';
import { type BankNotes, subjectKey } from './bank-notes.js';
import { fileNameFor, type FolderState, type FoundFolder } from './folder.js';
import { markedLines, type NoteItem } from './note-line.js';
import type { SyncPlan } from './plan.js';
import { hasOwnLines, itemsOf, type Placed, renderSubject } from './subject-file.js';

/** What a file says, and what it is to say; null for no file. */
interface FileContent {
  readonly path: string;
  readonly before: string | null;
  readonly text: string | null;
}

interface Synced {
  readonly notes: BankNotes;
  readonly plan: SyncPlan;
  readonly found: FoundFolder;
  readonly state: FolderState | null;
  readonly done: readonly DoneEdit[];
}

/** Every file as it is to be, and the state that goes with it. */
export function folderContent({ notes, plan, found, state, done }: Synced): {
  readonly contents: readonly FileContent[];
  readonly files: FolderState['files'];
} {
  const held = new Set(plan.held.flatMap((each) => each.notes));
  const placed = placesOf(plan, done);
  const names = new Set(found.names);
  const former = new Map(
    Object.entries(state?.files ?? {}).map(([path, { about }]) => [subjectKey(about), path]),
  );
  const files: FolderState['files'] = {};
  const contents: FileContent[] = [];
  for (const key of new Set([...notes.subjects.keys(), ...plan.files.keys()])) {
    const file = plan.files.get(key) ?? null;
    const known = notes.subjects.get(key);
    const { about, is, history } = known ?? { about: file?.about ?? key, is: null, history: [] };
    const current = (known?.notes ?? []).filter(({ id }) => !held.has(id));
    if (file === null && current.length === 0) continue;
    const old = former.get(key);
    const free = old !== undefined && !names.has(old.toLowerCase());
    const path = file?.path ?? (free ? old : fileNameFor(about, names));
    names.add(path.toLowerCase());
    const content = { about, is, notes: current, history };
    const { text, stamp, notes: ids } = renderSubject(content, file, placed);
    const isEmpty =
      current.length + history.length === 0 &&
      file !== null &&
      !hasOwnLines(file) &&
      !itemsOf(file).some((item) => Array.isArray(placed(item)));
    contents.push({ path, before: file?.text ?? null, text: isEmpty ? null : text });
    if (!isEmpty) files[path] = { about, stamp, notes: [...ids], held: [] };
  }
  for (const { file, notes: ids } of plan.held) {
    const about = state?.files[file]?.about ?? file;
    (files[file] ??= { about, stamp: '', notes: [], held: [] }).held.push(...ids);
  }
  return { contents, files };
}

/** What each item of a file has become. */
function placesOf(plan: SyncPlan, done: readonly DoneEdit[]): (item: NoteItem) => Placed {
  const placed = new Map<NoteItem, Placed>(plan.placed);
  for (const { edit, id, refused, quarantined } of done) {
    if (edit.what === 'forget') continue;
    const { item } = edit;
    const open = refused !== null || (id === null && edit.what !== 'action');
    if (open) placed.set(item, item.raw);
    else placed.set(item, quarantined === true && id !== null ? markedLines(item, id) : id);
  }
  return (item) => placed.get(item) ?? null;
}
