import { BankPrivacy } from '../../safety/bank-privacy.js';
import { type Audience, audienceTags } from '../../domain/audience.js';
import type { ChangeParts } from '../../domain/change.js';
import { retryOnConflict } from '../../domain/errors.js';
import type { Edge } from '../../domain/graph.js';
import type { LearnedId, MemoryId } from '../../domain/ids.js';
import type { RememberInput } from '../../domain/input.js';
import type { LearnedRecord } from '../../domain/learned-record.js';
import type { Memory } from '../../domain/memory.js';
import { type DraftNote, FORGOTTEN } from '../../domain/note.js';
import { READ_TURN, READING, readTurnKey, type RefusedNote } from '../../domain/reading.js';
import type { InputResult, Outcome } from '../../domain/receipt.js';
import type { OpenedBank } from '../module.js';
import { type AcceptedNote, MAX_LEFT } from './accept-notes.js';
import { isReadable } from './job.js';
import { refusedOf } from './review-notes.js';
import { nextVersion } from '../../bank/learned/revise.js';
import { READ_NOTES_VERSION } from '../../prompts/notes-and-summaries.js';
import type { Instant } from '../../domain/time.js';
import { noteEdges } from '../../remember/link-to-graph.js';

type TurnRecord = LearnedRecord<'module'>;

/** The result of a request: turns that were read or given up, and their notes. */
interface ReadBatch {
  readonly turns: readonly Memory[];
  /** Turns that were read before and are given more notes. */
  readonly again: ReadonlySet<MemoryId>;
  readonly notes: readonly AcceptedNote[];
  /** Refused notes, kept with their turns. */
  readonly left: readonly RefusedNote[];
  /** The reason for giving up; null if they were read. */
  readonly givenUp: string | null;
  /** The reader's id. */
  readonly by: string;
}

/** With the records of the turns that were read before. */
interface StandingBatch extends ReadBatch {
  readonly before: ReadonlyMap<MemoryId, TurnRecord>;
}

interface Written {
  readonly read: number;
  /** New notes only: existing ones gain evidence. */
  readonly notes: number;
  /** Notes that the bank's guard quarantined. */
  readonly held: number;
  /** What requests to forget among them took back, in words. */
  readonly forgot: readonly string[];
}

/** Why an accepted note is not found yet. */
export const HELD = 'held back: it seems to command its reader';

const NOTHING: Written = { read: 0, notes: 0, held: 0, forgot: [] };

export type Writer = Pick<
  OpenedBank,
  'bank' | 'store' | 'state' | 'clock' | 'actor' | 'newId' | 'writes' | 'tell'
>;

/**
 * Writes the notes of some turns as one change: the notes with their links, and a record for each turn. Turns
 * meanwhile read, retracted or changed are left out, with notes that rest on them alone, so that a lost race writes
 * nothing twice.
 */
export async function writeNotes(batch: ReadBatch, writer: Writer): Promise<Written> {
  return writer.writes.run(async () => {
    // Notes that are taken are cleaned as they are remembered; a reader may have put a secret into one that is not.
    const privacy = await BankPrivacy.of(writer.bank, writer);
    const left = (await privacy.clean(batch.left)).value;
    return retryOnConflict(async () => {
      await writer.state.follow();
      const { sequence } = writer.state;
      const standing = await stillStanding({ ...batch, left }, writer);
      if (standing.turns.length === 0) return NOTHING;
      return await tell(standing, sequence, writer);
    });
  });
}

/** Reduces the batch to turns that are unchanged and unread, and to links whose notes still exist. */
async function stillStanding(batch: ReadBatch, { bank, store }: Writer): Promise<StandingBatch> {
  const keys = batch.turns.map(({ id }) => readTurnKey(id));
  const records = await store.learned(bank, { kinds: ['module'], keys });
  const before = new Map(
    records.flatMap((record) => record.body.evidence.map((id) => [id as MemoryId, record])),
  );
  const named = batch.notes.flatMap(({ turns, replaces, doubts }) =>
    [...turns, ...replaces, ...doubts].filter((id) => typeof id !== 'number'),
  );
  const ids = [...batch.turns.map(({ id }) => id), ...named];
  const now = new Map((await store.get(bank, [...new Set(ids)])).map((each) => [each.id, each]));
  const turns = batch.turns.filter(({ id, content }) => {
    const turn = now.get(id);
    return (
      turn !== undefined &&
      (batch.again.has(id) || !before.has(id)) &&
      isReadable(turn) &&
      turn.content === content
    );
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
  return { ...batch, turns, notes: kept, before };
}

async function tell(batch: StandingBatch, sequence: number, writer: Writer): Promise<Written> {
  const { notes, turns, by, givenUp } = batch;
  const what =
    givenUp === null
      ? `${counted(notes.length, 'note')} of ${counted(turns.length, 'turn')}, read by ${by}`
      : `${counted(turns.length, 'turn')} given up: ${givenUp}`;
  const receipt = await writer.tell(
    notes.map((note) => inputOf(note, by)),
    'read',
    {
      put: {
        learned: turns.map((turn) => recordOf(turn, batch, writer)),
        memories: turns.flatMap((turn) => withAudience(turn, notes)),
      },
      putOf: (told): ChangeParts => ({
        edges: notes.flatMap((note, at) => edgesOf(note, told[at], told, writer)),
      }),
      sequence,
      reason: what,
    },
  );
  const count = (of: Outcome): number =>
    receipt.receipts.filter(({ outcome }) => outcome === of).length;
  return {
    read: turns.filter(({ id }) => !batch.before.has(id)).length,
    notes: count('remembered'),
    held: count('quarantined'),
    forgot: notes.flatMap(({ draft }, at) =>
      draft.aspect === FORGOTTEN ? (receipt.receipts[at]?.notes ?? []) : [],
    ),
  };
}

const counted = (count: number, what: string): string =>
  `${count} ${count === 1 ? what : `${what}s`}`;

function inputOf({ draft, turns, replaces, doubts }: AcceptedNote, by: string): RememberInput {
  const { id: _own, text, turns: _turns, replaces: _r, doubts: _d, audience, ...fields } = draft;
  const stored = (links: AcceptedNote['replaces']): MemoryId[] =>
    links.filter((id) => typeof id !== 'number');
  return {
    content: text,
    // A draft is read-only.
    ...(audience === null ? {} : { audience: audience as Audience }),
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

/** A turn with the audience that the reader of its notes named, who saw the others of the talk; none if it has it. */
function withAudience(turn: Memory, notes: readonly AcceptedNote[]): Memory[] {
  const said = notes.flatMap(({ draft, turns }) =>
    turns.includes(turn.id)
      ? audienceTags((draft.audience ?? undefined) as Audience | undefined)
      : [],
  );
  const tags = [...new Set([...turn.tags, ...said])];
  return tags.length === turn.tags.length ? [] : [{ ...turn, tags, version: turn.version + 1 }];
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
  { notes, left, givenUp, by, before }: StandingBatch,
  { newId, clock }: Writer,
): TurnRecord {
  const at = clock.now();
  const own = notes.filter(({ turns }) => turns.includes(turn.id));
  const refused = left.filter((note) => note.turn === turn.id);
  const record = before.get(turn.id);
  if (record !== undefined) return readAgain(record, own, refused, at);
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
        notes: own.length,
        ...(givenUp === null ? {} : { givenUp }),
        ...(refused.length === 0 ? {} : { refused }),
      },
      evidence: [turn.id],
    },
  };
}

/** The record of a turn that was read before: a note that was refused then and is mended now waits no more. */
function readAgain(
  record: TurnRecord,
  notes: readonly AcceptedNote[],
  refused: readonly RefusedNote[],
  at: Instant,
): TurnRecord {
  const { refused: _before, notes: count, ...value } = record.body.value;
  const mended = new Set([...notes.map(({ draft }) => matterOf(draft)), ...refused.map(matterOf)]);
  const kept = [...refusedOf(record).filter((note) => !mended.has(matterOf(note))), ...refused];
  const body = {
    ...record.body,
    value: {
      ...value,
      notes: (typeof count === 'number' ? count : 0) + notes.length,
      ...(kept.length === 0 ? {} : { refused: kept.slice(-MAX_LEFT) }),
    },
  };
  return { ...nextVersion(record, body, at), retractedAt: null };
}

/** What a note is on: a mended one is on the same. */
const matterOf = ({ about, aspect }: Pick<DraftNote, 'about' | 'aspect'>): string =>
  JSON.stringify([about, aspect].map((part) => part.toLowerCase().trim()));
