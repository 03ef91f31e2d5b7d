import { z } from 'zod';
import { type Audience, ReaderName } from './audience.js';
import { MemoryId } from './ids.js';
import { type Of, type SchemaOf, textUpTo } from './schema.js';

export const NOTE_TYPES = [
  'fact',
  'preference',
  'instruction',
  'event',
  'plan',
  'relation',
  'howto',
  'decision',
  'opinion',
] as const;
export const NoteType = z.enum(NOTE_TYPES);
export type NoteType = z.infer<typeof NoteType>;

/** `planned`: holds or happens from `from` on; `denied`: the text says what holds instead. */
export const NOTE_STATUSES = ['holds', 'planned', 'done', 'ended', 'denied', 'cancelled'] as const;
export const NoteStatus = z.enum(NOTE_STATUSES);
export type NoteStatus = z.infer<typeof NoteStatus>;

/** The aspect of a note that records a request to forget something, without saying what. */
export const FORGOTTEN = 'forgotten';

/** Maximum number of links per note and kind of link. */
const MAX_NOTE_LINKS = 20;
/** The longest sentence of a note, in UTF-16 units. */
export const MAX_NOTE_TEXT = 2_000;

const phrase = (longest: number) => textUpTo(longest);

/** A day as in 2026-05-01. */
export const Day = z.iso.date('expected a day such as 2026-05-01');

const outcomeShape = z.strictObject({
  /** What was tried or done. */
  of: phrase(300),
  went: z.enum(['good', 'bad', 'mixed']),
  /** Circumstances that mattered. */
  under: phrase(300).nullable().default(null),
});

const fields = {
  about: phrase(200).describe('Its subject, by one fixed full name.'),
  is: phrase(200)
    .nullable()
    .default(null)
    .describe('What the subject is, in a few common words: a dog, her landlord.'),
  aspect: phrase(100).describe('What of the subject, in one to three common words: home, dose.'),
  value: phrase(500).describe('The value of that aspect, short.'),
  type: NoteType.default('fact').describe('What kind of statement it is. Default: fact.'),
  status: NoteStatus.default('holds').describe(
    'Whether it holds, is planned, was done, has ended, is denied or was cancelled.',
  ),
  from: Day.nullable()
    .default(null)
    .describe('The first day on which it holds or happens, as in 2026-05-01.'),
  until: Day.nullable().default(null).describe('The last day, where an end is told.'),
  because: phrase(500).nullable().default(null).describe('The reason that was told.'),
  outcome: outcomeShape
    .nullable()
    .default(null)
    .describe('What was tried, how it went (good, bad, mixed), under which circumstances.'),
  asks: z
    .array(phrase(300))
    .max(5, 'at most 5 questions')
    .default([])
    .describe('Two to four questions that it answers, in other words than its own.'),
  matters: z
    .array(phrase(200))
    .max(5, 'at most 5 undertakings')
    .default([])
    .describe('Undertakings for which it is needed: planning a meal.'),
};

const linked = (what: string) =>
  z.array(MemoryId).max(MAX_NOTE_LINKS, `at most ${MAX_NOTE_LINKS} ids`).default([]).describe(what);

const inOrder = ({
  from,
  until,
}: {
  readonly from: string | null;
  readonly until: string | null;
}) => from === null || until === null || from <= until;
const IN_ORDER = { message: 'until must not be before from', path: ['until'] };

/** The structure of a text that is a note, and the memories it refers to. */
export const NoteInput = z
  .strictObject({
    ...fields,
    turns: linked('Ids of the memories it was read off, the most telling first.'),
    replaces: linked(
      'Ids of earlier notes that are not to be answered with any more because of it.',
    ),
    doubts: linked('Ids of earlier notes that rested on what it changes.'),
    reader: phrase(200).default('agent').describe('Who read it. Default: agent.'),
  })
  .refine(inOrder, IN_ORDER);
export type NoteInput = z.input<typeof NoteInput>;
export type ParsedNoteInput = z.output<typeof NoteInput>;

const noteShape = z.strictObject({
  ...fields,
  /** Who read it: `agent`, `rules`, or the name of a reader. */
  reader: phrase(200),
});
/**
 * The structure of a memory that makes one self-contained statement. The memories it was extracted from, replaces or
 * casts doubt on are its links (`derived_from`, `supersedes`, `doubts`).
 */
export interface Note extends Of<typeof noteShape> {}
export const Note: SchemaOf<Note, typeof noteShape> = noteShape as unknown as SchemaOf<
  Note,
  typeof noteShape
>;

/** The first day of what a note states; null if unknown, or if that day is its value: a due date is known before. */
export const beginDay = ({ from, value }: Note): string | null =>
  from !== null && value.trim() === from ? null : from;

const names = (what: string) =>
  z
    .array(phrase(100))
    .max(MAX_NOTE_LINKS, `at most ${MAX_NOTE_LINKS} names`)
    .default([])
    .describe(what);

/** As a reader writes it: null and an empty list say nothing. */
const WhoMayKnow = z
  .strictObject({
    only: z.array(ReaderName).nullable().default(null),
    not: z.array(ReaderName).default([]),
  })
  .nullable()
  .default(null)
  .transform((given): Audience | null => {
    const { only = null, not = [] } = given ?? {};
    if (only === null && not.length === 0) return null;
    return { ...(only === null ? {} : { only }), ...(not.length === 0 ? {} : { not }) };
  })
  .describe('Who may know it, where that was said: {"not": ["Ola"]} or {"only": ["HR"]}.');

/** A note that an agent itself extracted from turns and stores together with them. */
export const NoteByHand = z
  .strictObject({
    id: phrase(100)
      .optional()
      .describe(
        'A name by which later notes of this list may refer to it: x1. Default: x and its place.',
      ),
    text: phrase(MAX_NOTE_TEXT).describe('One sentence that is understood alone, years later.'),
    ...fields,
    turns: z
      .array(phrase(100))
      .min(1, 'name the turn that says so')
      .max(MAX_NOTE_LINKS, `at most ${MAX_NOTE_LINKS} ids`)
      .describe('Ids of turns that say so, the most telling first.'),
    replaces: names(
      'Ids of earlier notes, or of this list, that are not to be answered with any more.',
    ),
    doubts: names('Ids of earlier notes that rested on what this one changes.'),
    audience: WhoMayKnow,
  })
  .refine(inOrder, IN_ORDER);
export type NoteByHand = z.input<typeof NoteByHand>;

const draftShape = z.strictObject({
  /** A name unique within the answer, by which later notes of it refer to this one. */
  id: phrase(100),
  text: phrase(MAX_NOTE_TEXT),
  ...fields,
  /** Ids of turns of the request, the most informative first; the id of a shown note stands for its turns. */
  turns: z.array(z.string()).min(1, 'name the turn that says so').max(MAX_NOTE_LINKS),
  /** Ids of notes shown in the request, or of earlier ones of the same answer. */
  replaces: z.array(z.string()).max(MAX_NOTE_LINKS).default([]),
  doubts: z.array(z.string()).max(MAX_NOTE_LINKS).default([]),
  audience: WhoMayKnow,
});
/** A note as a reader returns it. */
export interface DraftNote extends Of<typeof draftShape> {}
export const DraftNote: SchemaOf<DraftNote, typeof draftShape> = draftShape.refine(
  inOrder,
  IN_ORDER,
) as unknown as SchemaOf<DraftNote, typeof draftShape>;

const word = (longest: number) => textUpTo(longest);

/** Fields of filters that only notes meet; each that is given must hold. */
export const NOTE_FILTER = {
  about: word(200).optional().describe('Only notes about this subject, by its name.'),
  aspect: word(100).optional().describe('Only notes on this aspect of their subject: home, dose.'),
  type: NoteType.optional().describe('Only notes of this type.'),
  status: NoteStatus.optional().describe('Only notes that say so: planned, ended, denied …'),
  reader: word(200).optional().describe('Only notes that this reader wrote: agent, a program.'),
};
const NoteFilter = z.object(NOTE_FILTER);
type NoteFilter = z.output<typeof NoteFilter>;

/** A test for the note fields of a filter, ignoring case; null if none is given. */
export function noteTest(filter: NoteFilter): ((note: Note | undefined) => boolean) | null {
  const wanted = Object.keys(NOTE_FILTER).flatMap((name) => {
    const field = name as keyof NoteFilter;
    const value = filter[field];
    return value === undefined ? [] : [[field, plain(value)] as const];
  });
  if (wanted.length === 0) return null;
  return (note) =>
    note !== undefined && wanted.every(([field, value]) => plain(note[field]) === value);
}

const plain = (text: string): string => text.normalize('NFC').trim().toLowerCase();
