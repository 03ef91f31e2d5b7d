import { z } from 'zod';
import { MnemeError } from '../domain/errors.js';
import { narrowedTags } from '../domain/ids.js';
import { parseInput } from '../domain/input.js';
import { boundedIn, occurrenceIn } from '../domain/memory-times.js';
import type { Memory } from '../domain/memory.js';
import { type GivenProfile, type ParsedProfile, RecallProfile } from '../domain/profile.js';
import type { Of, SchemaOf } from '../domain/schema.js';
import { isoSecond, type OffsetAt } from '../domain/time.js';
import type { BankIndex } from '../indexes/bank-index.js';
import { acceptor, type IndexFilter } from '../indexes/index-lookups.js';
import { possibleLanguages } from '../language/detect-language.js';
import { isAliasOf, normaliseName } from '../language/entity-names.js';
import { type Readable, ReadText } from '../language/read-text.js';
import { isStopWord } from '../language/segmentation.js';
import { hasCue } from '../language/speech.js';
import type { Stemmer } from '../language/stem.js';

/** Number of cached profiles. */
const CAPACITY = 500;

const READ = new Map<string, GivenProfile>();

/**
 * The profile of a recall. Cached by input: validating some forty fields takes longer than a cache hit for the
 * answer. Throws `invalid_input`.
 */
export function readProfile(raw: unknown): GivenProfile {
  const given = flatText(raw);
  const known = given === null ? undefined : READ.get(given);
  if (known !== undefined) return known;
  const profile = Object.freeze(parseInput(RecallProfile, raw, 'profile'));
  if (given === null) return profile;
  if (READ.size >= CAPACITY) READ.clear();
  READ.set(given, profile);
  return profile;
}

/**
 * The input as a cache key; null unless it is a plain object of strings, numbers and booleans, because only those are
 * equal when their texts are.
 */
function flatText(raw: unknown): string | null {
  if (typeof raw !== 'object' || raw === null || Object.getPrototypeOf(raw) !== Object.prototype)
    return null;
  const fields = Object.entries(raw);
  return fields.every(
    ([, value]) =>
      typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value),
  )
    ? JSON.stringify(fields)
    : null;
}

/** A profile with its bounds as moments of that clock. Throws `invalid_input` where the end is not after the start. */
export function boundedProfile(given: GivenProfile, offset: OffsetAt): ParsedProfile {
  const occurred = occurrenceIn(given, offset);
  if (occurred === undefined) return boundedIn(given, offset);
  const { from = -Infinity, to = Infinity } = occurred;
  if (from >= to)
    throw new MnemeError('invalid_input', 'profile.to: to must be after from.', {
      field: 'profile.to',
      value: given.to,
      hint: 'Give the earlier moment as from; from and to may be one day.',
    });
  return { ...boundedIn(given, offset), occurred: { ...occurred, retold: true } };
}

/** The profile of a question that names no day. Throws `invalid_input`. */
export function profileOf(raw: unknown, path: string): ParsedProfile {
  return boundedProfile(parseInput(RecallProfile, raw, path), () => 0);
}

/** A profile's filter in the store's form; metadata by the set of memories that match it. */
export function profileFilter(profile: ParsedProfile): IndexFilter {
  const tags = narrowedTags(profile);
  const { kinds, speaker, speakers, exceptSpeakers, session, asOf, occurred, threshold } = profile;
  return {
    ...(kinds === undefined ? {} : { kinds }),
    ...(tags === undefined ? {} : { tags }),
    ...(speaker === undefined ? {} : { speaker }),
    ...(speakers === undefined ? {} : { speakers }),
    ...(exceptSpeakers === undefined ? {} : { exceptSpeakers }),
    ...(session === undefined ? {} : { session }),
    ...(profile.among === undefined ? {} : { among: profile.among }),
    ...(asOf === undefined ? {} : { asOf }),
    ...(threshold > 0 ? { minConfidence: threshold } : {}),
    ...(occurred === undefined ? {} : { occurred }),
  };
}

const refusalShape = z.strictObject({
  field: z.enum([
    'kinds',
    'tags',
    'speaker',
    'speakers',
    'exceptSpeakers',
    'session',
    'metadata',
    'threshold',
    'from, to',
    'exclude',
  ] as const),
  /** What the profile requires, and what the memory has, in words. */
  wanted: z.string(),
  has: z.string(),
});
/** A field of the profile that a memory does not pass. */
export interface Refusal extends Of<typeof refusalShape> {}
export const Refusal: SchemaOf<Refusal, typeof refusalShape> = refusalShape;

type Part = Exclude<keyof IndexFilter, 'asOf' | 'includeRetracted' | 'quarantined'>;

const FIELD: Readonly<Record<Part, Refusal['field']>> = {
  kinds: 'kinds',
  tags: 'tags',
  speaker: 'speaker',
  speakers: 'speakers',
  exceptSpeakers: 'exceptSpeakers',
  session: 'session',
  among: 'metadata',
  minConfidence: 'threshold',
  occurred: 'from, to',
};

const HAS: Readonly<Record<Part, (memory: Memory) => string>> = {
  kinds: ({ kind }) => kind,
  tags: ({ tags }) => (tags.length === 0 ? 'none' : tags.join(', ')),
  speaker: ({ speaker }) => speaker ?? 'nobody',
  speakers: ({ speaker }) => speaker ?? 'nobody',
  exceptSpeakers: ({ speaker }) => speaker ?? 'nobody',
  session: ({ session }) => session ?? 'none',
  among: ({ metadata }) => JSON.stringify(metadata),
  minConfidence: ({ confidence }) => confidence.toFixed(2),
  occurred: ({ occurredFrom, occurredTo }) =>
    `${isoSecond(occurredFrom)} to ${isoSecond(occurredTo)}`,
};

/** Every field of the profile that excludes the memory, each tested alone by the same test that recall uses. */
export function refusals(
  slot: number,
  memory: Memory,
  profile: ParsedProfile,
  index: BankIndex,
): Refusal[] {
  const filter = profileFilter(profile);
  const parts = (Object.keys(FIELD) as Part[]).filter((part) => filter[part] !== undefined);
  const refused = parts.filter(
    (part) => !acceptor(index, { [part]: filter[part], includeRetracted: true })(slot),
  );
  return [
    ...refused.map((part): Refusal => ({
      field: FIELD[part],
      wanted: part === 'among' ? JSON.stringify(profile.metadata) : wantedBy(part, filter),
      has: HAS[part](memory),
    })),
    ...(profile.exclude?.includes(memory.id) === true
      ? [{ field: 'exclude' as const, wanted: 'any other memory', has: memory.id }]
      : []),
  ];
}

function wantedBy(part: Exclude<Part, 'among'>, { occurred, ...filter }: IndexFilter): string {
  if (part === 'occurred')
    return [
      occurred?.from === undefined ? '' : `from ${isoSecond(occurred.from)}`,
      occurred?.to === undefined ? '' : `before ${isoSecond(occurred.to)}`,
    ]
      .filter((text) => text !== '')
      .join(' ');
  if (part === 'minConfidence') return `at least ${filter.minConfidence}`;
  if (part === 'exceptSpeakers') return `anybody but ${filter.exceptSpeakers?.join(', ') ?? ''}`;
  const value = filter[part];
  return typeof value === 'string' ? value : (value ?? []).join(', ');
}

/** The kinds of answer that a question asks for; several may apply. */
const PATTERNS = {
  time: /\bwhen\b|\b(?:what|which) (?:date|day|month|year|time|week)\b|\bhow long ago\b|\bsince when\b/i,
  person: /\bwho(?:m|se)?\b|\b(?:which|what) (?:person|friend|colleague)\b/i,
  place:
    /\bwhere\b|\b(?:what|which) (?:city|country|place|state|town|area|location|park|restaurant|shop)\b/i,
  number:
    /\bhow (?:many|much|old|often|far|tall|big)\b|\bnumber of\b|\bwhat (?:amount|age|price|size|percentage)\b/i,
  duration: /\bhow long\b/i,
  reason:
    /\bwhy\b|\bhow come\b|\bwhat (?:motivat\w*|inspir\w*|made|caus\w*|reasons?|prompt\w*|led)\b|\breason\b/i,
  /** Several things: "what activities", "which books". */
  list: /\b(?:what|which)(?: \w{1,40}){0,3} (?:\w{1,40}[^s\W]s|activities|people|types?|kinds?)\b.{0,400}\b(?:has|have|does|do|did|are|were)\b|\bin what ways\b|\bwhat (?:are|were)\b|\blist\b/i,
  /** A judgement: "would she …", "is he likely …". */
  judgement: /\b(?:would|might|could|likely|considered|potential\w*|probably|suspected)\b/i,
  feeling:
    /\bfeel\w*\b|\bfelt\b|\bthink\w*\b|\breact\w*\b|\bdescrib\w*\b|\bopinion\b|\battitude\b/i,
  thing: /\bwhat\b|\bwhich\b/i,
  plan: /\bplan\w*\b|\bgoing to\b|\bwill\b|\bgoals?\b|\bwant\w*\b|\bhop(?:e|es|ing)\b|\bintend\w*\b/i,
  /** What happened, in general: "what happened in March", "sum up September". */
  happenings:
    /\bwhat(?:['’]s| \w+){0,2} (?:happen(?:ed|s|ing)|went on|go(?:es|ing|ne) on|took place|was (?:new|up)|changed)\b|\bwhat (?:did|have|had|has|were|was) (?:\w+ ){1,2}(?:do|done|doing|get up to|got up to|been up to|been doing|tell|told|talk|talked|say|said|mention|report)\b|\b(?:catch|fill|bring) me (?:up|in)\b|\bsum(?:mari[sz]e| up)\b|\bsummary of\b|\brecap\b|\bwas (?:war|ist) .{0,40}(?:los|passiert|geschehen)\b|\bqué (?:pasó|ocurrió|sucedió|hice|hicimos)\b|\bqu['’]est-ce qui s['’]est passé\b/i,
  /** What was known, planned or announced by a time, regardless of later changes. */
  knownThen:
    /\b(?:as|was|had been|were) (?:known|seen|planned|scheduled|announced|understood|agreed|told|set|expected|supposed)\b.{0,60}\b(?:in|on|by|at|as of|from)\b|\bas of\b|\bseen from\b|\bas (?:it|things) stood\b/i,
  recent: /\b(?:recent\w*|current\w*|latest|now|lately|last|nowadays|these days|newest)\b/i,
  first:
    /\b(?:first|earliest|originally|zuerst|erstmals|zum ersten mal|premi[eè]re fois|primera vez|primeira vez|prima volta)\b|(?<!\p{L})(?:впервые|第一次|最初|首次|初めて|처음)/iu,
} as const satisfies Record<string, RegExp>;

export type Wanted = Readonly<Record<keyof typeof PATTERNS, boolean>>;

export function readWanted(given: Readable): Wanted {
  const query = ReadText.of(given);
  return Object.fromEntries(
    Object.entries(PATTERNS).map(([key, pattern]) => [key, query.test(pattern)]),
  ) as Wanted;
}

/** Whose words a question in a chat asks for. */
export interface Voice {
  /** It is about the asker: "Where do I live?" */
  readonly own: boolean;
  /** It asks what the other side said: "What did you suggest?" */
  readonly yours: boolean;
}

const YOURS =
  /\byou (?:\w+ )?(?:suggest|recommend|say|said|tell|told|give|gave|mention|propos|advis|expla|describ|list|show)/i;

export function readVoice(given: Readable): Voice {
  const query = ReadText.of(given);
  return { own: hasCue(query, 'firstPerson'), yours: query.test(YOURS) };
}

/** The language of a question. */
interface QueryLanguage {
  readonly language: string;
  /**
   * If the language is in doubt, a word gets the stem under which the bank has it; an unknown one that may be a
   * function word gets none.
   */
  readonly stemmer: Stemmer;
}

/**
 * Questions are short, and so are many turns: their words often fit several languages, and the memory asked for may
 * have been detected as another. Of the possible languages, chooses the one in which most words are function words or
 * known to the bank.
 */
export function queryLanguageOf(
  query: ReadText,
  { postings }: BankIndex,
  stemmer: Stemmer,
): QueryLanguage {
  const possible = possibleLanguages(query);
  const [first = 'en'] = possible;
  if (possible.length < 2) return { language: first, stemmer };
  const isKnown = (stem: string): boolean => postings.numberOf(stem) >= 0;
  const inBank: Stemmer = (word, language) => {
    const own = stemmer(word, language);
    if (own === '' || isKnown(own)) return own;
    const known = possible
      .map((other) => stemmer(word, other))
      .find((stem) => stem !== '' && isKnown(stem));
    if (known !== undefined) return known;
    // A word that is a function word in a possible language, and in no memory, says nothing about
    // what the bank knows.
    return possible.some((other) => isStopWord(word, other)) ? '' : own;
  };
  const asked = query.words;
  const knownIn = (language: string): number =>
    asked.filter(({ text }) => isStopWord(text, language) || isKnown(stemmer(text, language)))
      .length;
  const language = possible.reduce(
    (best, other) => (knownIn(other) > knownIn(best) ? other : best),
    first,
  );
  return { language, stemmer: inBank };
}

const NAME = /\p{Lu}[\p{L}\p{M}'’.-]+/gu;

/** Speakers of the bank whose name, or a form of it, occurs in the query. */
export function namedSpeakers(
  query: ReadText,
  index: BankIndex,
): { speakers: number[]; words: string[] } {
  const speakers = new Set<number>();
  const nameWords: string[] = [];
  for (const [word] of query.all(NAME)) {
    const named = speakersNamed(normaliseName(word), index);
    for (const speaker of named) speakers.add(speaker);
    if (named.length > 0) nameWords.push(word);
  }
  return { speakers: [...speakers], words: nameWords };
}

/** Nicknames are only matched in banks with this few speakers; among many, one would match somebody by chance. */
const FEW_SPEAKERS = 40;

function speakersNamed(name: string, index: BankIndex): readonly number[] {
  const exact = index.speakersByWord(name);
  if (exact.length > 0 || index.speakers.size > FEW_SPEAKERS) return exact;
  const { speakers, byName } = nicknamesOf(index);
  const known = byName.get(name);
  if (known !== undefined) return known;
  const named = speakers.flatMap((speaker, number) =>
    isAliasOf(name, normaliseName(speaker)) ? [number] : [],
  );
  if (byName.size < MAX_NICKNAMES) byName.set(name, named);
  return named;
}

/** Number of names whose matches are cached. */
const MAX_NICKNAMES = 1_000;

interface Nicknames {
  readonly speakers: readonly string[];
  readonly byName: Map<string, readonly number[]>;
}

const NICKNAMES = new WeakMap<BankIndex, Nicknames>();

/** Cached matches of nicknames; reset when a new speaker appears. */
function nicknamesOf(index: BankIndex): Nicknames {
  const known = NICKNAMES.get(index);
  if (known?.speakers.length === index.speakers.size) return known;
  const nicknames: Nicknames = { speakers: [...index.speakers.all()], byName: new Map() };
  NICKNAMES.set(index, nicknames);
  return nicknames;
}
