import type { BankHandle } from '../../bank/bank-handle.js';
import type { FlowParts, OpenBank } from '../../bank/core.js';
import { reviseAndRemember } from '../../bank/learned/revise.js';
import { MnemeError } from '../../domain/errors.js';
import { audienceOf } from '../../domain/audience.js';
import { type ConflictId, type MemoryId, RESERVED_TAGS, scopeOf } from '../../domain/ids.js';
import type { RememberInput } from '../../domain/input.js';
import type { Memory, Source } from '../../domain/memory.js';
import { NoteInput } from '../../domain/note.js';
import type { Receipt } from '../../domain/receipt.js';
import { UNSETTLED, type Conflict } from '../../domain/validity.js';
import { forget, update } from '../history/index.js';
import { conflictEdges, resolveConflict } from '../validity/index.js';
import { applyAction } from './actions.js';
import type { BankNotes } from './bank-notes.js';
import { sentenceOf } from './note-line.js';
import type { Edit } from './plan.js';

/** What became of an edit. */
export interface DoneEdit {
  readonly edit: Edit;
  /** The note that says it now; null for a removed one. */
  readonly id: MemoryId | null;
  /** Set if the bank holds it back until somebody has looked at it. */
  readonly quarantined?: true;
  /** Why it was not done, in words; null if it was. The line stays as it is. */
  readonly refused: string | null;
}

type Told = Extract<Edit, { readonly fields: unknown }>;
type Action = Extract<Edit, { readonly what: 'action' }>;

/** Who edited the files: a person, whose word it is then, or an agent with the memory tool. */
export type Editor = 'person' | 'agent';
const SOURCES = { person: 'user', agent: 'agent' } as const satisfies Record<Editor, Source>;

interface Applying {
  readonly handle: BankHandle;
  readonly by: Editor;
}

interface ApplyingTo extends Applying {
  readonly notes: BankNotes;
}

/** Lines remembered in one change. */
const BATCH = 200;

/** Carries out edits, each an undoable change of the bank; new lines of a file are one. */
export async function applyEdits(
  edits: readonly Edit[],
  notes: BankNotes,
  { handle, by }: Applying,
  signal?: AbortSignal,
): Promise<DoneEdit[]> {
  const how = { handle, by, notes };
  const done: DoneEdit[] = [];
  const removed = edits.flatMap((edit) => (edit.what === 'forget' ? [edit] : []));
  const told = edits.flatMap((edit) => ('fields' in edit ? [edit] : []));
  for (const edit of edits) if (edit.what === 'action') done.push(await act(edit, handle));
  const added = told.filter((edit) => edit.what === 'add' && !isAgain(edit, notes));
  for (const edit of told) {
    if (added.includes(edit)) continue;
    assertGoing(signal);
    done.push(await oneByOne(edit, how));
  }
  for (let at = 0; at < added.length; at += BATCH) {
    assertGoing(signal);
    done.push(...(await together(added.slice(at, at + BATCH), how)));
  }
  if (removed.length > 0) await forgetAll(removed, notes, handle);
  return [...done, ...removed.map((edit) => ({ edit, id: null, refused: null }))];
}

/** What was taken in so far stays; the next sync goes on. */
export function assertGoing(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return;
  throw new MnemeError('interrupted', 'The sync was stopped.', {
    hint: 'What was taken in is kept; sync again to go on.',
  });
}

async function act(edit: Action, handle: BankHandle): Promise<DoneEdit> {
  const { head, text } = edit.item;
  try {
    await applyAction(`${head} ${text}`.trim(), handle);
    return { edit, id: null, refused: null };
  } catch (error) {
    return refusal(edit, error);
  }
}

/** Words that were said and are over become evidence for the former note, unless they are told as a memory of their own. */
const isAgain = (edit: Told, notes: BankNotes): boolean =>
  notes.wasSaid(sentenceOf(edit.about, edit.fields));

async function oneByOne(edit: Told, how: ApplyingTo): Promise<DoneEdit> {
  try {
    if (edit.what === 'correct') {
      const { id } = await update(
        {
          id: edit.of.id,
          content: sentenceOf(edit.about, edit.fields),
          note: noteOf(edit, how),
          ...(how.by === 'agent' ? { source: SOURCES.agent } : {}),
          reason: reasonOf(edit),
        },
        how.handle,
      );
      return { edit, id, refused: null };
    }
    return { edit, id: await tellOne(edit, how), refused: null };
  } catch (error) {
    return refusal(edit, error);
  }
}

function refusal(edit: Edit, error: unknown): DoneEdit {
  // What concerns all of them (a full disk, a lock) is no matter of one line.
  if (!MnemeError.is(error) || !['invalid_input', 'conflict', 'not_found'].includes(error.code))
    throw error;
  return { edit, id: null, refused: `${error.message} ${error.hint ?? ''}`.trim() };
}

const reasonOf = ({ file }: Edit): string => `edited in ${file}`.slice(0, 500);

/** The structure of an edited line: what the person did not see in the file stays, except a reason of another value. */
function noteOf(edit: Told, { by: reader }: Applying): NoteInput {
  const { about, fields } = edit;
  const before = edit.what === 'add' ? undefined : edit.of.note;
  const { aspect, value, from, until, status, type } = fields;
  const kept =
    before === undefined
      ? {}
      : {
          asks: [...before.asks],
          matters: [...before.matters],
          ...(value === before.value ? { because: before.because, outcome: before.outcome } : {}),
        };
  const is = edit.is ?? before?.is ?? null;
  return { ...kept, about, is, aspect, value, from, until, status, type, reader };
}

/** Another value is of the same agents, and as secret, as the former; a new line as secret as its subject's others. */
function inputOf(edit: Told, how: ApplyingTo): RememberInput {
  const tags = edit.what === 'add' ? how.notes.audienceTagsOf(edit.about) : edit.of.tags;
  const replaces = edit.what === 'replace' ? [edit.of.id] : [];
  return {
    content: sentenceOf(edit.about, edit.fields),
    note: { ...noteOf(edit, how), replaces },
    source: SOURCES[how.by],
    ...how.handle.scope,
    ...scopeOf(tags),
    ...audienceOf(tags),
    tags: tags.filter((tag) => !tag.startsWith(RESERVED_TAGS)),
  };
}

/** One note in a change of its own, stored even if something like it is known. */
function tellOne(edit: Told, how: ApplyingTo): Promise<MemoryId> {
  return how.handle.telling((bank, parts) =>
    reviseAndRemember(bank, parts, async () => {
      const founding = parts.newId('m') as MemoryId;
      const conflict =
        edit.what === 'conflict' ? await conflictOf(edit, founding, bank, parts) : null;
      return {
        put: {},
        putOf: () =>
          conflict === null
            ? {}
            : {
                conflicts: [conflict],
                edges: conflict.verdict === 'actual' ? conflictEdges(conflict, null) : [],
              },
        tell: [inputOf(edit, how)],
        founding,
        verb: 'remember',
        reason: reasonOf(edit),
        answer: (_, [receipt]) => receipt?.id ?? founding,
      };
    }),
  );
}

/** Both versions stand until somebody settles it; with a forgotten note nothing is left to settle but the edit. */
async function conflictOf(
  { of, against, about, fields, file }: Extract<Edit, { readonly what: 'conflict' }>,
  newer: MemoryId,
  { name }: OpenBank,
  { store, clock, newId }: FlowParts,
): Promise<Conflict> {
  const [rival] = against === null ? [of] : await store.get(name, [against]);
  const older: Memory = rival ?? of;
  return {
    id: newId('k') as ConflictId,
    older: older.id,
    newer,
    subject: about,
    slot: fields.aspect,
    olderValue: older.note?.value ?? older.content.slice(0, 200),
    newerValue: fields.value,
    verdict: against === null ? 'review' : 'actual',
    reason:
      against === null
        ? `edited in ${file}, after the memory had let go of it`
        : `changed in ${file} and in the memory since the last sync`,
    ...UNSETTLED,
    foundAt: clock.now(),
    version: 1,
  };
}

/** New lines in one change; if one of them is refused, each for itself, so that the others are kept. */
async function together(edits: readonly Told[], how: ApplyingTo): Promise<DoneEdit[]> {
  const { core, parts } = how.handle;
  const good = edits.filter((edit) => NoteInput.safeParse(noteOf(edit, how)).success);
  let receipts: readonly Receipt[] = [];
  try {
    const inputs = good.map((edit) => inputOf(edit, how));
    const bank = await how.handle.serve();
    ({ receipts } = await core.write(bank, inputs, 'remember', parts.actor));
  } catch (error) {
    refusal(edits[0] as Edit, error);
  }
  const told = new Map(good.map((edit, at) => [edit, receipts[at]]));
  const done: DoneEdit[] = [];
  for (const edit of edits) {
    const receipt = told.get(edit);
    const held = receipt?.outcome === 'quarantined' ? { quarantined: true as const } : {};
    done.push(
      receipt === undefined
        ? await oneByOne(edit, how)
        : { edit, id: receipt.id, refused: null, ...held },
    );
  }
  return done;
}

type Removal = Extract<Edit, { readonly what: 'forget' }>;

/** Who removes one side of a conflict settles it: the other side holds, and nothing needs to be forgotten. */
async function settle(
  { of, file }: Removal,
  kept: (id: MemoryId) => boolean,
  bank: OpenBank,
  parts: BankHandle['parts'],
): Promise<boolean> {
  const query = { status: 'pending', memories: [of] } as const;
  const { items } = await parts.store.conflicts(bank.name, query, 1);
  const [conflict] = items;
  const keep = conflict?.older === of ? 'newer' : 'older';
  if (conflict?.verdict !== 'actual' || !kept(conflict[keep])) return false;
  const note = `removed in ${file}`.slice(0, 500);
  try {
    await resolveConflict({ id: conflict.id, keep, note }, bank, parts);
    return true;
  } catch (error) {
    if (MnemeError.is(error) && error.code === 'conflict') return false;
    throw error;
  }
}

/** Forgets what was removed, in one change. What the notes had replaced would hold again, so it goes, too. */
async function forgetAll(
  edits: readonly Removal[],
  notes: BankNotes,
  handle: BankHandle,
): Promise<void> {
  const { parts } = handle;
  await handle.writing(async (bank) => {
    const gone = new Set(edits.map(({ of }) => of));
    for (const edit of edits)
      if (await settle(edit, (id) => notes.current.has(id) && !gone.has(id), bank, parts))
        gone.delete(edit.of);
    if (gone.size === 0) return;
    const files = [...new Set(edits.map(({ file }) => file))];
    const reason = `removed in ${files.slice(0, 3).join(', ')}${files.length > 3 ? ', …' : ''}`;
    const ids = [...gone, ...notes.before([...gone])];
    await forget(ids, { reason: reason.slice(0, 500) }, parts.actor, bank.name, parts);
  });
}
