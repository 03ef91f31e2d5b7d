import type { ChangeParts } from '../../domain/change.js';
import type { Edge } from '../../domain/graph.js';
import type { LearnedId, MemoryId } from '../../domain/ids.js';
import type { RememberInput } from '../../domain/input.js';
import type { LearnedRecord } from '../../domain/learned/record.js';
import type { Memory } from '../../domain/memory.js';
import { READ_TURN, READING, readTurnKey } from '../../domain/reading.js';
import type { Outcome, InputResult } from '../../domain/receipt.js';
import { READ_NOTES_VERSION } from '../../prompts/read-notes.js';
import { noteEdges } from '../../remember/edges.js';
import type { OpenedBank } from '../module.js';
import type { AcceptedNote } from './accept-notes.js';
import { isReadable, readSince } from './waiting.js';
import { retryOnConflict } from '../../domain/retry-on-conflict.js';

/** The result of a request: turns that were read or given up, and their notes. */
export interface ReadBatch {
  readonly turns: readonly Memory[];
  readonly notes: readonly AcceptedNote[];
  /** The reason for giving up; null if they were read. */
  readonly givenUp: string | null;
  /** The reader's id. */
  readonly by: string;
  /** Turns read by changes after this one are skipped. */
  readonly since: number;
}

export interface Written {
  readonly read: number;
  /** New notes only: existing ones gain evidence. */
  readonly notes: number;
  /** Notes that the bank's guard quarantined. */
  readonly held: number;
}

/** Why an accepted note is not found yet. */
export const HELD = 'held back: it seems to command its reader';

const NOTHING: Written = { read: 0, notes: 0, held: 0 };

export type Writer = Pick<
  OpenedBank,
  'bank' | 'store' | 'state' | 'clock' | 'newId' | 'writes' | 'tell'
>;

/**
 * Writes the notes of some turns as one change: the notes with their links, and a record for each turn. Turns
 * meanwhile read, retracted or changed are left out, with notes that rest on them alone, so that a lost race writes
 * nothing twice.
 */
export async function writeNotes(batch: ReadBatch, writer: Writer): Promise<Written> {
  return writer.writes.run(async () => {
    return retryOnConflict(async () => {
      await writer.state.follow();
      const { sequence } = writer.state;
      const standing = await stillStanding(batch, writer);
      if (standing.turns.length === 0) return NOTHING;
      return await tell(standing, sequence, writer);
    });
  });
}

/** Reduces the batch to turns that are unchanged and unread, and to links whose notes still exist. */
async function stillStanding(batch: ReadBatch, { bank, store }: Writer): Promise<ReadBatch> {
  const done = await readSince({ bank, store }, batch.since);
  const named = batch.notes.flatMap(({ turns, replaces, doubts }) =>
    [...turns, ...replaces, ...doubts].filter((id) => typeof id !== 'number'),
  );
  const ids = [...batch.turns.map(({ id }) => id), ...named];
  const now = new Map((await store.get(bank, [...new Set(ids)])).map((each) => [each.id, each]));
  const turns = batch.turns.filter(({ id, content }) => {
    const turn = now.get(id);
    return turn !== undefined && !done.has(id) && isReadable(turn) && turn.content === content;
  });
  const own = new Set(batch.turns.map(({ id }) => id));
  const standing = new Set(turns.map(({ id }) => id));
  const isThere = (id: MemoryId | number): boolean =>
    typeof id === 'number' || now.get(id)?.retractedAt === null;
  const kept: AcceptedNote[] = [];
  const places = new Map<number, number>();
  for (const [at, note] of batch.notes.entries()) {
    if (!note.turns.some((id) => standing.has(id))) continue;
    const cited = note.turns.filter((id) => (own.has(id) ? standing.has(id) : isThere(id)));
    const moved = (links: AcceptedNote['replaces']): AcceptedNote['replaces'] =>
      links
        .filter(isThere)
        .flatMap((id): AcceptedNote['replaces'] =>
          typeof id !== 'number' ? [id] : [places.get(id)].filter((at) => at !== undefined),
        );
    places.set(at, kept.length);
    kept.push({
      draft: note.draft,
      turns: cited,
      replaces: moved(note.replaces),
      doubts: moved(note.doubts),
    });
  }
  return { ...batch, turns, notes: kept };
}

async function tell(batch: ReadBatch, sequence: number, writer: Writer): Promise<Written> {
  const { notes, turns, by, givenUp } = batch;
  const what =
    givenUp === null
      ? `${counted(notes.length, 'note')} of ${counted(turns.length, 'turn')}, read by ${by}`
      : `${counted(turns.length, 'turn')} given up: ${givenUp}`;
  const receipt = await writer.tell(
    notes.map((note) => inputOf(note, by)),
    'read',
    {
      put: { learned: turns.map((turn) => recordOf(turn, batch, writer)) },
      putOf: (told): ChangeParts => ({
        edges: notes.flatMap((note, at) => edgesOf(note, told[at], told, writer)),
      }),
      sequence,
      reason: what,
    },
  );
  const count = (of: Outcome): number =>
    receipt.receipts.filter(({ outcome }) => outcome === of).length;
  return { read: turns.length, notes: count('remembered'), held: count('quarantined') };
}

const counted = (count: number, what: string): string =>
  `${count} ${count === 1 ? what : `${what}s`}`;

function inputOf({ draft, turns, replaces, doubts }: AcceptedNote, by: string): RememberInput {
  const { id: _own, text, turns: _turns, replaces: _r, doubts: _d, ...fields } = draft;
  const stored = (links: AcceptedNote['replaces']): MemoryId[] =>
    links.filter((id) => typeof id !== 'number');
  return {
    content: text,
    note: {
      ...fields,
      asks: [...fields.asks],
      matters: [...fields.matters],
      reader: by,
      turns: [...turns],
      replaces: stored(replaces),
      doubts: stored(doubts),
    },
  };
}

/** Links that need the receipts: to notes of the same answer, and from a note that already existed. */
function edgesOf(
  { turns, replaces, doubts }: AcceptedNote,
  own: InputResult | undefined,
  told: readonly InputResult[],
  { state }: Writer,
): Edge[] {
  if (own === undefined || own.outcome === 'quarantined' || own.outcome === 'recalled') return [];
  const isNew = own.outcome === 'remembered';
  const linked = (links: AcceptedNote['replaces']): MemoryId[] =>
    links.flatMap((link): MemoryId[] => {
      if (typeof link !== 'number') return isNew ? [] : [link];
      const other = told[link];
      return other === undefined || other.outcome === 'quarantined' ? [] : [other.id];
    });
  // An existing note must not replace one that came after it.
  const later = isNew ? [] : replacedAfter(own.id, state);
  const free = (ids: readonly MemoryId[]): MemoryId[] =>
    ids.filter((id) => id !== own.id && !later.includes(id));
  return noteEdges(own.id, {
    turns: isNew ? [] : [...turns],
    replaces: free(linked(replaces)),
    doubts: free(linked(doubts)),
  });
}

/** The transitive successors of a note. */
function replacedAfter(id: MemoryId, { notes, index }: Writer['state']): MemoryId[] {
  const found = new Set<MemoryId>();
  const open = [index.slot(id)];
  for (let slot = open.pop(); slot !== undefined; slot = open.pop())
    for (const by of notes.replacedBy(slot))
      if (!found.has(by.id)) {
        found.add(by.id);
        open.push(by.slot);
      }
  return [...found];
}

function recordOf(
  turn: Memory,
  { notes, givenUp, by }: ReadBatch,
  { newId, clock }: Writer,
): LearnedRecord<'module'> {
  const at = clock.now();
  return {
    id: newId('x') as LearnedId,
    kind: 'module',
    key: readTurnKey(turn.id),
    createdAt: at,
    changedAt: at,
    retractedAt: null,
    version: 1,
    body: {
      module: READING,
      type: READ_TURN,
      value: {
        reader: by,
        task: READ_NOTES_VERSION,
        notes: notes.filter(({ turns }) => turns.includes(turn.id)).length,
        ...(givenUp === null ? {} : { givenUp }),
      },
      evidence: [turn.id],
    },
  };
}
