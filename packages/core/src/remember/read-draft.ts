import { TRAITS, type Trait } from '../domain/change.js';
import { blankMarks } from '../domain/privacy.js';
import type { EntityType } from '../domain/graph.js';
import type { Memory } from '../domain/memory.js';
import { daysAhead } from '../language/claims/days-ahead.js';
import { readClaimsIn } from '../language/claims/read-claims-in.js';
import { readCauses } from '../language/causes.js';
import { contentTerms } from '../language/terms.js';
import type { Note } from '../domain/note.js';
import { readDates } from '../language/dates.js';
import { byClockThen } from '../language/dates/elapsed.js';
import { clockAt, type OffsetAt } from '../domain/time.js';
import { detectLanguage } from '../language/detect-language.js';
import { readIntention } from '../language/intention.js';
import { readProcedure } from '../language/procedure.js';
import { readEntities } from '../language/entities.js';
import { normaliseName } from '../language/entity-names.js';
import { kindsOfNote } from '../language/names/kinds-of-note.js';
import { readRelations, type Relation } from '../language/relations.js';
import type { EntityMention } from '../language/entities.js';
import { readUtterance } from '../language/speech.js';
import { ReadText } from '../language/read-text.js';
import type { Stemmer } from '../language/stem.js';
import { indexTerms, type IndexedTerms } from '../language/code/code-terms.js';
import { tellingTerms } from './near-duplicate.js';
import type { PicturedInput } from './read-pictures.js';
import type { ReadDraft } from './draft.js';

/** Knowledge of the bank that helps to analyse a text. */
export interface ReadingHints {
  /** Names of the bank's speakers. */
  readonly people: readonly string[];
  readonly known: (normalisedName: string) => EntityType | undefined;
  /** The type of a known name that begins or ends with a word. */
  readonly partOf: (normalisedWord: string) => EntityType | undefined;
}

/** Analyses an input's text: language, words, names, relations, causes, dates, manner. Pure, no model. */
export function readDraft(input: PicturedInput, stemmer: Stemmer, hints: ReadingHints): ReadDraft {
  const { reading, local, provenance, saidAt, zone } = input;
  const language = detectLanguage(reading);
  const indexed = indexNote(reading, input.note, language, stemmer);
  // Identifiers are not names of people, and a number in code is no date.
  const blank = blankMarks(indexed.prose.text);
  const prose = blank === indexed.prose.text ? indexed.prose : new ReadText(blank);
  const entityHints = {
    ...hints,
    language,
    ...(provenance.speaker === null ? {} : { speaker: provenance.speaker }),
  };
  const mentions = readEntities(prose, entityHints);
  const clock = (): OffsetAt =>
    zone === null ? () => local - saidAt : clockAt(saidAt, null, zone);
  const dates = byClockThen(readDates(prose, local, language), saidAt, clock);
  // What a note says beside its sentence was understood by whoever wrote it: no rule reads it again.
  const causes = input.note === null ? readCauses(prose) : [];
  return {
    ...input,
    language,
    ...forIndex(indexed, dates.length > 0, causes.length > 0),
    mentions,
    relations:
      input.note === null
        ? readRelations(prose, mentions, entityHints)
        : kindsOfNote(input.note).filter(isNamedIn(mentions, hints)),
    causes,
    claims:
      input.note === null ? readClaimsIn(language, prose, daysAhead(dates, local, saidAt)) : [],
    dates: dates.map(({ text, from, to, precision, recurring, approximate }) => ({
      text,
      from,
      to,
      precision,
      recurring,
      approximate,
    })),
  };
}

const PROPER_NAME = /^(?:\p{Lu}[\p{L}\p{M}\p{N}.-]*(?: |$))+$/u;
/** Whether what a relation is about is named: a subject of notes alone ("a trip") is nobody and nothing. */
const isNamedIn =
  (mentions: readonly EntityMention[], { known }: ReadingHints) =>
  ({ subject }: Relation, at: number, all: readonly Relation[]): boolean => {
    const name = all[at - 1]?.object === subject ? (all[at - 1]?.subject ?? subject) : subject;
    return (
      PROPER_NAME.test(name) ||
      mentions.some((each) => each.name === name) ||
      known(normaliseName(name)) !== undefined
    );
  };

/**
 * Analyses a stored memory for indexing, with the same result as at first: it depends on the text alone,
 * never on the bank.
 */
export function readForIndex(
  { content, saidAt, note }: Pick<Memory, 'content' | 'saidAt' | 'note'>,
  stemmer: Stemmer,
): Pick<ReadDraft, 'terms' | 'passages' | 'traits'> {
  const reading = new ReadText(content);
  const language = detectLanguage(reading);
  const indexed = indexNote(reading, note ?? null, language, stemmer);
  return forIndex(
    indexed,
    readDates(indexed.prose, saidAt, language).length > 0,
    readCauses(indexed.prose).length > 0,
  );
}

/** A note is found by its fields and the questions it answers, too. */
function indexNote(
  content: ReadText,
  note: Pick<Note, 'about' | 'is' | 'aspect' | 'value' | 'asks'> | null,
  language: string,
  stemmer: Stemmer,
): IndexedTerms {
  const read = indexTerms(content, language, stemmer);
  const last = read.passages.at(-1);
  if (note === null || last === undefined) return read;
  const { about, is, aspect, value, asks } = note;
  const added = contentTerms(
    [about, is ?? '', aspect, value, ...asks].join('\n'),
    language,
    stemmer,
  );
  return {
    ...read,
    terms: [...read.terms, ...added],
    passages: [...read.passages.slice(0, -1), { ...last, terms: [...last.terms, ...added] }],
  };
}

function forIndex(
  { terms, passages, code, prose }: IndexedTerms,
  date: boolean,
  cause: boolean,
): Pick<ReadDraft, 'terms' | 'telling' | 'tellingWords' | 'passages' | 'traits'> {
  const telling = tellingTerms(terms);
  return {
    terms,
    telling,
    tellingWords: new Set(telling),
    passages,
    traits: traitBits({
      ...readUtterance(prose),
      date,
      cause,
      code,
      intention: readIntention(prose) !== null,
      procedure: readProcedure(prose) !== null,
    }),
  };
}

type Manner = Readonly<Record<Trait, boolean>>;

function traitBits(held: Manner): number {
  return (Object.keys(held) as Trait[]).reduce(
    (bits, trait) => (held[trait] ? bits | TRAITS[trait] : bits),
    0,
  );
}
