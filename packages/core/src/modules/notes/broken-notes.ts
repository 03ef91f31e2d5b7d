import type { BrokenNote } from '../../domain/self-test.js';
import type { MemoryId } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import { DAY } from '../../domain/time.js';
import type { BankState } from '../../indexes/bank-state.js';
import type { KnownNote } from '../../indexes/note-index.js';
import {
  allDisagreements,
  dayOf,
  type Moment,
  validityOfNote,
} from '../../indexes/note-validity.js';
import type { Stemmer } from '../../language/stem.js';
import { sameSubjects, type TurnsOf, unsharedNames } from './subject-names.js';

interface CheckedBank {
  readonly state: BankState;
  readonly stemmer: Stemmer;
  readonly moment: Moment;
}

/** Current notes that cannot be found as they are, or mislead; without asking anything. */
export async function findBrokenNotes({
  state,
  stemmer,
  moment,
}: CheckedBank): Promise<readonly BrokenNote[]> {
  const { notes, index } = state;
  await notes.ready();
  const standing = [...notes.all()].filter(
    (known) => validityOfNote(known, notes, moment).state !== 'superseded',
  );
  const ids = standing.flatMap(({ id, slot }) => [
    id,
    ...notes.turnsOf(slot).map((turn) => index.id(turn)),
  ]);
  const loaded = new Map(
    (await state.memories.get([...new Set(ids)])).map((each) => [each.id, each]),
  );
  const turnsOf: TurnsOf = ({ slot }) =>
    notes.turnsOf(slot).flatMap((turn) => loaded.get(index.id(turn)) ?? []);
  const textOf = ({ id }: KnownNote): string => loaded.get(id)?.content ?? '';
  const of = { standing, loaded, turnsOf, textOf };
  return [
    ...standing.flatMap((known) => notEmbedded(known, state, textOf(known))),
    ...standing.flatMap((known) => withoutTurn(known, state, textOf(known))),
    ...standing.flatMap((known) => onOtherDay(known, loaded.get(known.id), turnsOf(known))),
    ...misnamed(of, (await state.owner())?.name ?? null),
    ...allDisagreements({ notes, moment, stemmer }).map(({ id, older, newer }): BrokenNote => ({
      fault: 'disagrees',
      notes: [newer.id, older.id],
      text: textOf(newer),
      why: `another current note says otherwise: ${textOf(older)}`,
      mend: { operation: 'resolve', input: { id, keep: 'newer' } },
    })),
    ...standing.flatMap((known): BrokenNote[] => {
      const { state: validity, detail } = validityOfNote(known, notes, moment);
      if (validity !== 'doubtful') return [];
      return [
        {
          fault: 'no_reason',
          notes: [known.id, ...(detail === null ? [] : [detail.by])],
          text: textOf(known),
          why: `what it rests on has changed${detail === null || detail.why === '' ? '' : `: ${detail.why}`}`,
          mend: { operation: 'forget', input: { ids: [known.id], reason: 'its reason is gone' } },
        },
      ];
    }),
  ];
}

function notEmbedded(
  { id, slot, note, vectors }: KnownNote,
  { index }: Pick<BankState, 'index'>,
  text: string,
): BrokenNote[] {
  const lacks =
    index.vectors.size > 0 &&
    (index.vectors.vector(slot) === null ||
      (vectors.length === 0 && note.asks.length + note.matters.length > 0));
  return lacks
    ? [
        {
          fault: 'no_vectors',
          notes: [id],
          text,
          why: 'it has no vectors: it is found by its words alone',
          mend: { operation: 'reindex', input: {} },
        },
      ]
    : [];
}

/** The reader of notes that were written by hand, which need no turns. */
const BY_HAND = 'agent';

function withoutTurn(
  { id, slot, note }: KnownNote,
  { notes }: Pick<BankState, 'notes'>,
  text: string,
): BrokenNote[] {
  return note.reader === BY_HAND || notes.turnsOf(slot).length > 0
    ? []
    : [
        {
          fault: 'no_turn',
          notes: [id],
          text,
          why: 'what it was read off is gone',
          mend: { operation: 'forget', input: { ids: [id], reason: 'its source is gone' } },
        },
      ];
}

/** A day counts as told if it is less than this from one that is: days are those of the speaker. */
const NEAR = 1.5 * DAY;

/** A first day that is neither when it was said nor among the days that its sentence and turns name. */
function onOtherDay(
  { note }: KnownNote,
  memory: Memory | undefined,
  turns: readonly Memory[],
): BrokenNote[] {
  if (memory === undefined || turns.length === 0 || note.from === null) return [];
  const from = Date.parse(note.from);
  const told = [memory, ...turns].flatMap(({ saidAt, dates }) => [
    { from: saidAt, to: saidAt },
    ...dates,
  ]);
  if (told.some((each) => each.from - NEAR <= from && from < each.to + NEAR)) return [];
  const said = dayOf(memory.saidAt);
  return [
    {
      fault: 'wrong_day',
      notes: [memory.id],
      text: memory.content,
      why: `its day, ${note.from}, is neither in its sentence nor in its turns, which were said on ${said}`,
      mend: {
        operation: 'update',
        input: {
          id: memory.id,
          content: memory.content,
          note: { ...note, from: said, until: null },
        },
      },
    },
  ];
}

interface Loaded {
  readonly standing: readonly KnownNote[];
  readonly turnsOf: TurnsOf;
  readonly textOf: (known: KnownNote) => string;
}

const MAX_LISTED = 20;

function misnamed({ standing, turnsOf, textOf }: Loaded, owner: string | null): BrokenNote[] {
  const idsOf = (some: readonly KnownNote[]): MemoryId[] =>
    some.slice(0, MAX_LISTED).map(({ id }) => id);
  const alsoCalled = (about: string, value: string): BrokenNote['mend'] => ({
    operation: 'remember',
    input: {
      content: `${about} is also called ${value}.`,
      note: { about, aspect: 'also called', value, asks: [`Who or what is ${value}?`] },
    },
  });
  return [
    ...unsharedNames(standing, turnsOf, textOf).map(({ notes, about, said }): BrokenNote => ({
      fault: 'unnamed',
      notes: idsOf(notes),
      text: notes[0] === undefined ? '' : textOf(notes[0]),
      why:
        said === null
          ? `nobody says ${about}: what it was called is lost`
          : `${said} is said in its turns, and no note has that name`,
      mend: said === null ? { operation: 'list', input: { about } } : alsoCalled(about, said),
    })),
    ...sameSubjects(standing, owner).map(({ one, other, why }): BrokenNote => ({
      fault: 'one_subject',
      notes: idsOf([...other.notes.slice(0, MAX_LISTED / 2), ...one.notes]),
      text: other.notes[0] === undefined ? '' : textOf(other.notes[0]),
      why: `${one.name} and ${other.name} seem to be one: ${why}`,
      mend: alsoCalled(one.name, other.name),
    })),
  ];
}
