import type { Instant, OffsetAt, Period } from '../domain/time.js';
import type { Entity } from '../domain/graph.js';
import type { Route } from '../domain/layers.js';
import type { ParsedProfile } from '../domain/profile.js';
import type { ReasoningType } from '../domain/reasoning.js';
import { NONE, type BankIndex } from '../indexes/bank-index.js';
import type { BankState } from '../indexes/bank-state.js';
import { isEntityKnown } from '../indexes/index-lookups.js';
import { periodOf } from '../language/calendar.js';
import { readDates, type DateMention } from '../language/dates.js';
import { adjustForClockChange } from '../language/dates/date-mention.js';
import { questionDirection, type CausalDirection } from '../language/causal/causal-judgement.js';
import { readEntities } from '../language/entities.js';
import { type Relative, STEMMED_LANGUAGES, type Stemmer } from '../language/stem.js';
import { isCodeFrameWord } from '../language/code/code-reader.js';
import { isFrameWord } from '../language/segmentation.js';
import { readRoute } from '../language/route/read-route.js';
import { ReadText, type Readable } from '../language/read-text.js';
import { contentTerms } from '../language/terms.js';
import {
  type CorrectedQuery,
  forgiveTypos,
  inflectedTerms,
  type TypoCorrection,
} from './forgive-typos.js';
import {
  namedSpeakers,
  queryLanguageOf,
  readVoice,
  readWanted,
  type Voice,
  type Wanted,
} from './profile-and-question.js';

/** A word of the query as the index knows it. */
export interface QueryTerm {
  /** Its stem. */
  readonly term: string;
  /** The word as the query has it. */
  readonly word: string;
  /** Its number in the index; -1 when it is in no memory. */
  readonly number: number;
  /** Inverse document frequency, 0 for a word in no memory; reduced for a word that only frames the question. */
  readonly weight: number;
}

/** A parsed question. */
export interface Understanding {
  /** With its typing errors corrected. */
  readonly query: string;
  /** The same, as text that is analysed only once. */
  readonly reading: ReadText;
  /** Words that were corrected. */
  readonly readings: readonly TypoCorrection[];
  readonly language: string;
  readonly now: Instant;
  /** How far the asker's local time is ahead of UTC at a moment: `periods` are in local time. */
  readonly offset: OffsetAt;
  readonly reasoning: ReasoningType;
  readonly cues: readonly string[];
  readonly route: Route;
  readonly wanted: Wanted;
  readonly voice: Voice;
  /** Whether it asks for the cause of something, or for its effect. */
  readonly direction: CausalDirection | null;
  /** Distinct content words, without the names of named speakers. */
  readonly terms: readonly QueryTerm[];
  /** Content words in order, for adjacent pairs. */
  readonly ordered: readonly string[];
  /** Words of the named speakers' names: they say who, not what. */
  readonly nameTerms: readonly QueryTerm[];
  /** Numbers of the speakers that the query names. */
  readonly speakers: readonly number[];
  /** Entities of the bank that the query names. */
  readonly entities: readonly Entity[];
  readonly periods: readonly Period[];
  /** Words of the index with the same meaning as the query's or on their subject, by number: 0..1. */
  readonly relatives: ReadonlyMap<number, number>;
  /** Words of the index that name an instance of what is asked for (a sport, a city), by number: how rare they are here. */
  readonly instances: ReadonlyMap<number, number>;
}

/** What reading a query needs in addition to the bank. */
export interface QueryReader {
  readonly stemmer: Stemmer;
  readonly relatives: (stem: string) => readonly Relative[];
  /** Stems of the instances of the kind that an English stem names. */
  readonly instances: (stem: string) => readonly string[];
}

/** Matches qualifiers that make a period approximate, yet no wider than its whole: "the middle of June". */
const PART_OF_PERIOD = /\b(?:early|mid|middle|late|end|beginning|start)\b/i;

/** Parses the question: language, words and how rare they are here, names, periods, manner. Rules only. */
export function understand(
  profile: ParsedProfile,
  { now, offset = () => 0 }: { readonly now: Instant; readonly offset?: OffsetAt },
  state: BankState,
  reader: QueryReader,
): Understanding {
  const { query: asked = '' } = profile;
  const { index } = state;
  const given = new ReadText(asked);
  const spoken = queryLanguageOf(given, index, reader.stemmer);
  const forgiven = profile.forgiveTypos
    ? forgiveTypos(given, spoken.language, state, spoken.stemmer)
    : null;
  const query = forgiven?.text ?? asked;
  const reading = query === asked ? given : new ReadText(query);
  const { language, stemmer } =
    forgiven === null || forgiven.readings.length === 0
      ? spoken
      : queryLanguageOf(reading, index, reader.stemmer);
  const route = readRoute(query);
  const { value: reasoning, cues } =
    profile.reasoning === 'auto' ? route.reasoning : { value: profile.reasoning, cues: [] };
  const named = namedSpeakers(reading, index);
  const nameStems = new Set(named.words.flatMap((word) => contentTerms(word, language, stemmer)));
  const dates = timesNamed({ query: reading, language, now, offset }).filter(
    (date) => !date.approximate || PART_OF_PERIOD.test(date.text),
  );
  const spelling = new Map(spellings(reading, language, stemmer));
  const names = capitalised(reading);
  const forms = inflectedForms({ query: reading, language }, state, stemmer);
  const all = contentTerms(withoutSpans(reading, dates.filter(byTheClock)), language, stemmer).map(
    (term) => {
      const form = forms.get(term)?.[0];
      if (form !== undefined && index.postings.numberOf(term) < 0) {
        spelling.set(form, spelling.get(term) ?? term);
        return form;
      }
      return names.has(spelling.get(term) ?? '')
        ? inOtherTongues(term, spelling, index, stemmer)
        : term;
    },
  );
  const ordered = all.filter((term) => !nameStems.has(term));
  const terms = weigh(ordered.length > 0 ? ordered : all, index, spelling, forgiven);
  return {
    query,
    reading,
    readings: forgiven?.readings ?? [],
    language,
    now,
    offset,
    reasoning,
    cues,
    route,
    wanted: readWanted(reading),
    voice: readVoice(reading),
    direction: questionDirection(reading),
    terms,
    ordered,
    nameTerms: weigh([...nameStems], index, spelling, forgiven),
    speakers: named.speakers,
    entities: namedEntities(reading, language, state).filter(
      (entity) => profile.asOf !== undefined || isEntityKnown(entity, state),
    ),
    periods: dates,
    relatives: withForms(relativesOf(terms, index, reader.relatives, forgiven), forms, index),
    instances: instancesOf(terms, index, reader.instances),
  };
}

/** All times that a question names, including the vaguest. */
export function timesNamed({
  query,
  language,
  now,
  offset,
}: Pick<Understanding, 'language' | 'now' | 'offset'> & {
  readonly query: Readable;
}): DateMention[] {
  const text = typeof query === 'string' ? query : query.text;
  const asksPast = PAST.test(text) && !PLANNED.test(text);
  const dates = readDates(query, now + offset(now), language).map((date) =>
    asksPast ? lastBefore(date, now) : date,
  );
  return adjustForClockChange(dates, now, () => offset).filter(({ recurring }) => !recurring);
}

const PAST = /\b(?:did|was|were|had|used to)\b/i;
const PLANNED = /\b(?:plan(?:ned)?|going to|supposed to|scheduled)\b/i;

/** A month without a year is the last one in a question about the past: "Who was I employed by in April?" */
function lastBefore(date: DateMention, now: Instant): DateMention {
  if (!date.relative || date.precision !== 'month' || date.from <= now) return date;
  const begin = new Date(date.from);
  const { from, to } = periodOf(begin.setUTCFullYear(begin.getUTCFullYear() - 1), 'month');
  return { ...date, from, to };
}

/** A weekday without a qualifier is as often a kind of day ("deploy on a Friday evening") as a date. */
const ANY_WEEKDAY =
  /^(?:on )?(?:an? )?(?:mon|tues|wednes|thurs|fri|satur|sun)days?(?: (?:mornings?|afternoons?|evenings?|nights?))?$/i;

const byTheClock = ({ text }: DateMention): boolean => !ANY_WEEKDAY.test(text.trim());

/** A time that the query names is matched by date, not by its words. */
function withoutSpans(
  reading: ReadText,
  spans: readonly { readonly start: number; readonly end: number }[],
): Readable {
  return spans.length === 0
    ? reading
    : spans.reduce(
        (rest, { start, end }) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end),
        reading.text,
      );
}

/** For each stem, its word as asked, for display. */
function spellings(
  { words }: ReadText,
  language: string,
  stemmer: Stemmer,
): ReadonlyMap<string, string> {
  return new Map(words.map(({ text }) => [stemmer(text, language), text]));
}

/** Capitalised words that do not begin the question. */
function capitalised({ text: query, words }: ReadText): ReadonlySet<string> {
  return new Set(
    words.flatMap(({ start, text }, at) =>
      at > 0 && /^\p{Lu}/u.test(query.slice(start, start + 2)) ? [text] : [],
    ),
  );
}

/** Strength of another form of a word of the query, 0..1, as a related word. */
const STRENGTH_OF_FORM = 0.8;

/** The bank's terms that are other grammatical cases of the query's words, by stem. */
function inflectedForms(
  asked: { readonly query: ReadText; readonly language: string },
  state: BankState,
  stemmer: Stemmer,
): ReadonlyMap<string, readonly string[]> {
  return new Map(
    asked.query.words.map((word) => [
      stemmer(word.text, asked.language),
      inflectedTerms(word, asked, state, stemmer),
    ]),
  );
}

function withForms(
  relatives: ReadonlyMap<number, number>,
  forms: ReadonlyMap<string, readonly string[]>,
  { postings }: BankIndex,
): ReadonlyMap<number, number> {
  const all = new Map(relatives);
  for (const [term, others] of forms)
    for (const other of others)
      if (other !== term)
        all.set(
          postings.numberOf(other),
          Math.max(STRENGTH_OF_FORM, all.get(postings.numberOf(other)) ?? 0),
        );
  return all;
}

/**
 * The stem of a name in the bank, if only memories in another language contain it: each language stems it differently ("Manchester" is
 * manchest in English, manch in German). The stem itself if none contains it.
 */
function inOtherTongues(
  term: string,
  spelling: Map<string, string>,
  index: BankIndex,
  stemmer: Stemmer,
): string {
  const word = spelling.get(term);
  if (word === undefined || index.postings.numberOf(term) >= 0) return term;
  const plain = word.replace(/['’]s?$/, '');
  const found = [plain, ...STEMMED_LANGUAGES.map((language) => stemmer(plain, language))].find(
    (stem) => index.postings.numberOf(stem) >= 0,
  );
  if (found === undefined) return term;
  if (!spelling.has(found)) spelling.set(found, word);
  return found;
}

/** Relative weight of a word that only frames the question ("kind", "happen"). */
export const FRAME_WEIGHT = 0.4;
/** Where most memories are code, "python" or "function" says almost nothing. */
const CODE_FRAME_WEIGHT = 0.05;

function weigh(
  terms: readonly string[],
  index: BankIndex,
  spelling: ReadonlyMap<string, string>,
  forgiven: CorrectedQuery | null,
): QueryTerm[] {
  const certainty = new Map(forgiven?.readings.map((reading) => [reading.term, reading.certainty]));
  const ofCode = index.coded * 2 > index.size;
  return [...new Set(terms)].map((term) => {
    const number = index.postings.numberOf(term);
    const framing =
      ofCode && isCodeFrameWord(spelling.get(term) ?? term)
        ? CODE_FRAME_WEIGHT
        : isFrameWord(term)
          ? FRAME_WEIGHT
          : 1;
    return {
      term,
      word: spelling.get(term) ?? term,
      number,
      weight:
        number < 0
          ? 0
          : (certainty.get(term) ?? 1) * framing * inverseDocumentFrequency(index, number),
    };
  });
}

function relativesOf(
  terms: readonly QueryTerm[],
  index: BankIndex,
  relativesOfStem: QueryReader['relatives'],
  forgiven: CorrectedQuery | null,
): ReadonlyMap<number, number> {
  const own = new Set(terms.map(({ term }) => term));
  const relatives = new Map<number, number>(forgiven?.alternatives);
  for (const { term } of terms) {
    for (const { stem, strength } of relativesOfStem(term)) {
      const number = own.has(stem) ? NONE : index.postings.numberOf(stem);
      if (number >= 0) relatives.set(number, Math.max(strength, relatives.get(number) ?? 0));
    }
  }
  return relatives;
}

function instancesOf(
  terms: readonly QueryTerm[],
  index: BankIndex,
  instancesOfStem: QueryReader['instances'],
): ReadonlyMap<number, number> {
  const own = new Set(terms.map(({ number }) => number));
  const instances = new Map<number, number>();
  for (const { term } of terms) {
    for (const stem of instancesOfStem(term)) {
      const number = index.postings.numberOf(stem);
      if (number >= 0 && !own.has(number))
        instances.set(number, inverseDocumentFrequency(index, number));
    }
  }
  return instances;
}

/** The probabilistic form that is never negative (Lucene's BM25). */
export function inverseDocumentFrequency(index: BankIndex, number: number): number {
  const frequency = index.postings.documentFrequency(number);
  return Math.log(1 + (index.size - frequency + 0.5) / (frequency + 0.5));
}

function namedEntities(query: ReadText, language: string, state: BankState): Entity[] {
  const mentions = readEntities(query, {
    language,
    people: state.index.speakers.all(),
    known: (name) => state.entities.named(name).at(-1)?.type,
  });
  const found = new Map<string, Entity>();
  for (const { name, owner } of mentions) {
    const full = owner === undefined ? name : `${owner}'s ${name}`;
    for (const entity of state.entities.named(full)) found.set(entity.id, entity);
  }
  return [...found.values()];
}
