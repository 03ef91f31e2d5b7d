import { retryOnConflict } from '../../domain/errors.js';
import type { MemoryId } from '../../domain/ids.js';
import type { LearnedRecord } from '../../domain/learned-record.js';
import {
  type DoubtedNote,
  type NoteReview,
  READ_TURN,
  READING,
  readTurnKey,
  RefusedNote,
} from '../../domain/reading.js';
import { reversalHash } from '../../bank/bank-handle.js';
import { asLearned, nextVersion, revise } from '../../bank/learned/revise.js';
import { bankOffset } from '../../indexes/owner-and-zone.js';
import { presentAt, validityOfNote } from '../../indexes/note-validity.js';
import type { OpenedBank } from '../module.js';

const MAX_SHOWN = 100;
/** Refused notes are looked for in so many of the latest changes. */
const CHANGES = 2_000;

type TurnRecord = LearnedRecord<'module'>;

/** Notes that wait for a person: those in doubt, and those that were refused. */
export async function notesToReview(bank: OpenedBank): Promise<NoteReview> {
  await bank.state.follow();
  await bank.state.notes.ready();
  return { doubted: await doubtedNotes(bank), refused: await refusedNotes(bank) };
}

async function doubtedNotes({ bank, state, store, clock }: OpenedBank): Promise<DoubtedNote[]> {
  const { notes } = state;
  const now = clock.now();
  const moment = presentAt(now, (await bankOffset(bank, store))(now));
  const found = [...notes.all()]
    .flatMap((known) => {
      const { state: validity, detail } = validityOfNote(known, notes, moment);
      return validity === 'doubtful' && detail !== null ? [{ known, detail }] : [];
    })
    .sort((a, b) => b.detail.since - a.detail.since || b.known.slot - a.known.slot)
    .slice(0, MAX_SHOWN);
  const ids = found.flatMap(({ known, detail }) => [known.id, detail.by]);
  const held = new Map((await store.get(bank, [...new Set(ids)])).map((each) => [each.id, each]));
  return found.flatMap(({ known: { id }, detail: { by, why } }) => {
    const [note, other] = [held.get(id), held.get(by)];
    return note === undefined || note.quarantine !== null
      ? []
      : [{ id, text: note.content, by, byText: other?.content ?? '', why }];
  });
}

/** Refused notes that were neither taken in nor let go since, the latest first. */
async function refusedNotes({ bank, state, store }: OpenedBank): Promise<RefusedNote[]> {
  const changedAfter = Math.max(0, state.sequence - CHANGES);
  const records = await store.learned(bank, { kinds: ['module'], changedAfter });
  const found = records
    .filter(isOfTurn)
    .sort((a, b) => b.changedAt - a.changedAt)
    .flatMap((record) => refusedOf(record))
    .slice(0, MAX_SHOWN);
  const turns = [...new Set(found.map(({ turn }) => turn))];
  const standing = new Map((await store.get(bank, turns)).map((turn) => [turn.id, turn]));
  const taken = new Set(
    (
      await store.get(
        bank,
        turns.flatMap((turn) => state.notes.notesOf(state.index.slot(turn)).map(({ id }) => id)),
      )
    ).map(({ content }) => content.trim()),
  );
  return found.filter(
    ({ turn, text }) => standing.get(turn)?.retractedAt === null && !taken.has(text.trim()),
  );
}

const isOfTurn = ({ body, retractedAt }: TurnRecord): boolean =>
  body.module === READING && body.type === READ_TURN && retractedAt === null;

/** The refused notes that are kept with a turn. */
export function refusedOf({ body: { value } }: TurnRecord): RefusedNote[] {
  const kept = value['refused'];
  return (Array.isArray(kept) ? kept : []).flatMap(
    (each) => RefusedNote.safeParse(each).data ?? [],
  );
}

/** Lets go of refused notes of these turns, by their sentences, in one change; gives its reversal, null for none. */
export async function dropRefused(
  ids: readonly MemoryId[],
  sentences: readonly string[],
  bank: OpenedBank,
): Promise<string | null> {
  const gone = new Set(sentences.map((sentence) => sentence.trim()));
  return bank.writes.run(() =>
    retryOnConflict(() =>
      revise(bank.bank, bank, async (at) => {
        const keys = ids.map(readTurnKey);
        const records = await bank.store.learned(bank.bank, { kinds: ['module'], keys });
        const changed = records.filter(isOfTurn).flatMap((record) => {
          const refused = refusedOf(record);
          const left = refused.filter(({ text }) => !gone.has(text.trim()));
          const { refused: _before, ...value } = record.body.value;
          const body = {
            ...record.body,
            value: { ...value, ...(left.length === 0 ? {} : { refused: left }) },
          };
          return left.length === refused.length
            ? []
            : [{ dropped: refused.length - left.length, next: nextVersion(record, body, at) }];
        });
        const dropped = changed.reduce((sum, each) => sum + each.dropped, 0);
        return {
          put: { learned: asLearned(changed.map(({ next }) => next)) },
          verb: 'read',
          reason: `${dropped} refused let go`,
          answer: (sequence) => (dropped === 0 ? null : reversalHash(bank.bank, sequence)),
        };
      }),
    ),
  );
}
