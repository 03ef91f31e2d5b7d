import type { z } from 'zod';
import { MnemeError } from '../../domain/errors.js';
import type { MemoryId } from '../../domain/ids.js';
import type { DraftNote, NoteByHand } from '../../domain/note.js';
import { readTurnKey, type MarkedRead } from '../../domain/reading.js';
import { acceptNotes } from './accept-notes.js';
import { REQUEST, type RequestComposer } from './request.js';
import { added } from './job.js';
import type { Stemmer } from '../../language/stem.js';
import { inOrder, isReadable } from './waiting.js';
import { HELD, writeNotes, type Writer } from './write-notes.js';

/** A note submitted by an agent, parsed. */
export type SubmittedNote = z.output<typeof NoteByHand>;

/** Reader id for notes that an agent submits. */
const AGENT = 'agent';
const READ = 'its turns were read before';

type Parts = Writer & { readonly composer: RequestComposer; readonly stemmer: Stemmer };

/**
 * Stores notes that an agent read from turns, as one change. They are checked against a request about these turns,
 * like those of any reader. Turns with earlier notes are skipped. Throws `invalid_input`.
 */
export async function readByHand(
  ids: readonly MemoryId[],
  given: readonly SubmittedNote[],
  since: number,
  parts: Parts,
): Promise<Omit<MarkedRead, 'waiting'>> {
  const { bank, store, state, composer } = parts;
  await state.follow();
  await state.notes.ready();
  const records = await store.learned(bank, { kinds: ['module'], keys: ids.map(readTurnKey) });
  const done = new Set(records.flatMap(({ body }) => body.evidence));
  const turns = (await store.get(bank, ids)).filter(isReadable).toSorted(inOrder);
  const fresh = turns.filter(({ id }) => !done.has(id));
  const batch = { givenUp: null, by: AGENT, since };
  if (given.length === 0) {
    const silent = fresh.filter(({ id }) => state.notes.notesOf(state.index.slot(id)).length === 0);
    const { read } = await writeNotes({ ...batch, turns: silent, notes: [] }, parts);
    return { marked: read, notes: 0, refused: {}, left: [] };
  }
  if (ids.length > REQUEST.turns)
    throw new MnemeError(
      'invalid_input',
      `ids: with notes at most ${REQUEST.turns} turns at once.`,
      { field: 'ids', value: ids.length, hint: 'Hand in the turns of one `unread`.' },
    );
  const request = turns.length === 0 ? null : await composer.compose(turns, Infinity);
  if (request === null)
    throw new MnemeError('invalid_input', 'ids: none of these is a turn that can be read.', {
      field: 'ids',
      value: ids,
      hint: 'Name turns as `unread` shows them: no notes, nothing forgotten or held back.',
    });
  const drafts = given.map((note, at): DraftNote => ({ ...note, id: note.id ?? `x${at + 1}` }));
  assertNamedApart(drafts);
  const { notes, refused } = acceptNotes(drafts, request.request, request.said, parts.stemmer);
  const read = request.memories.filter((turn) => fresh.includes(turn));
  const own = new Set(read.map(({ id }) => id));
  const old = notes.filter((note) => !note.turns.some((id) => own.has(id)));
  const written = await writeNotes({ ...batch, turns: read, notes }, parts);
  const taken = new Set(notes.flatMap((note) => (old.includes(note) ? [] : [note.draft.id])));
  return {
    marked: written.read,
    notes: written.notes,
    refused: [
      ...(old.length === 0 ? [] : [{ [READ]: old.length }]),
      ...(written.held === 0 ? [] : [{ [HELD]: written.held }]),
    ].reduce(added, refused),
    left: drafts.filter(({ id }) => !taken.has(id)).map(({ id }) => id),
  };
}

function assertNamedApart(drafts: readonly DraftNote[]): void {
  const ids = drafts.map(({ id }) => id);
  const twice = ids.findIndex((id, at) => ids.indexOf(id) !== at);
  if (twice < 0) return;
  throw new MnemeError('invalid_input', `notes.${twice}.id: an earlier note has it, too.`, {
    field: `notes.${twice}.id`,
    value: ids[twice],
    hint: 'Give each note of the list a name of its own, or none.',
  });
}
