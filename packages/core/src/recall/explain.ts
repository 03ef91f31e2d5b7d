import { isToldIn, restatementsOf } from '../domain/memory-times.js';
import { localSaid, type Memory } from '../domain/memory.js';
import type { ParsedProfile } from '../domain/profile.js';
import type { Recalled } from '../domain/recollection.js';
import { DAY, type Instant } from '../domain/time.js';
import type { BankIndex } from '../indexes/bank-index.js';
import { isTermKnown } from '../indexes/index-lookups.js';
import { describeInterval } from '../language/calendar.js';
import type { Delivered, LeftOut } from './deliver.js';
import { profileAcceptor } from './rank-candidates.js';
import type { Ranked } from './ranking/score.js';
import type { RankedSet } from './recall-context.js';
import type { QueryTerm, Understanding } from './understand.js';

/** The phrases that every answer uses to describe a memory. */
interface Told {
  /** Its origin, as the end of an explanation: ". Said by …", when and in which session, and what its dates mean. */
  readonly origin: string;
  readonly occurred: Recalled['occurred'];
}

/** Cached as long as the memory object lives: consecutive answers share many memories. */
const TOLD = new WeakMap<Memory, Told>();

function toldOf(memory: Memory): Told {
  let told = TOLD.get(memory);
  if (told === undefined)
    TOLD.set(memory, (told = { origin: `. ${origin(memory)}.`, occurred: occurred(memory) }));
  return told;
}

/** The parts of a question that select one of several times at which the same thing happened. */
interface AskedTime {
  readonly profile: Pick<ParsedProfile, 'occurred'>;
  readonly understanding: Pick<Understanding, 'periods' | 'offset' | 'wanted'>;
}

/**
 * When it happened. If it was reported several times, the latest of those that the question asks for, or the first if
 * it asks for that.
 */
export function occurredFor(memory: Memory, asked: AskedTime): Recalled['occurred'] {
  const first = toldOf(memory).occurred;
  const again = restatementsOf(memory);
  if (again.length === 0) return first;
  const {
    profile: { occurred: within },
    understanding: { periods, offset, wanted },
  } = asked;
  const isIn = (at: Instant): boolean =>
    within !== undefined
      ? isToldIn([at], within)
      : periods.length > 0
        ? periods.some(({ from, to }) => at + offset(at) >= from && at + offset(at) < to)
        : true;
  const all = [memory.saidAt, ...again].filter(isIn);
  const at = wanted.first ? Math.min(...all) : Math.max(...all);
  return all.length === 0 || at === memory.saidAt ? first : occurredAt(at);
}

const occurredAt = (at: Instant): Recalled['occurred'] => ({
  from: at,
  to: at + 1,
  precision: 'minute',
  text: describeInterval(at, at + 1, 'minute'),
});

function occurred({
  occurredFrom: from,
  occurredTo: to,
  occurredPrecision: precision,
}: Memory): Recalled['occurred'] {
  return { from, to, precision, text: describeInterval(from, to, precision) };
}

function origin(memory: Memory): string {
  const { provenance, dates, kind } = memory;
  const [first] = provenance;
  if (first === undefined) return `A ${kind}`;
  const who =
    first.speaker === null ? `A ${kind} from the ${first.source}` : `Said by ${first.speaker}`;
  const where = first.session === null ? '' : `, in session ${first.session}`;
  const last = restatementsOf(memory).at(-1);
  const again =
    provenance.length > 1
      ? `, and ${provenance.length === 2 ? 'once' : `${provenance.length - 1} times`} again${last === undefined ? '' : `, last on ${describeInterval(last, last, 'day')}`}`
      : '';
  const meant = dates.flatMap((date) => {
    const told = describeInterval(date.from, date.to, date.precision);
    return date.recurring || date.text === told ? [] : [`“${date.text}” is ${told}`];
  });
  const said = localSaid(memory, () => 0);
  return (
    `${who} on ${describeInterval(said, said, 'day')}${where}` +
    again +
    (meant.length > 0 ? `; ${meant.slice(0, 3).join(', ')}` : '')
  );
}

const MAX_REASONS = 4;

/** Why a memory is in the answer and where it comes from, in one or two sentences for people. */
export function explain(
  ranked: Ranked,
  held: readonly QueryTerm[],
  understanding: Understanding,
): string {
  return reasons(ranked, held, understanding) + passage(ranked) + toldOf(ranked.memory).origin;
}

/** Which passage of a long text answers best. */
function passage({ passage: place }: Ranked): string {
  return place === null ? '' : `, best in its passage ${place + 1}`;
}

function reasons(
  { feature, paths, parts }: Ranked,
  held: readonly QueryTerm[],
  understanding: Understanding,
): string {
  const found = [
    paths.includes('feedback') ? 'was of use to a question like it' : '',
    parts.picture !== undefined ? `picture ${parts.picture.toFixed(2)} alike` : '',
    held.length > 0 ? `has ${held.map(({ word }) => `“${word}”`).join(' and ')}` : '',
    held.length === 0 && feature('coverage_wide') > 0
      ? 'stands beside a turn that has the words asked for'
      : '',
    parts.semantic >= 0.25 ? 'is near in meaning' : '',
    feature('named') > 0 ? 'was said by the person asked about' : '',
    feature('asked_bm25') > 0 ? 'answers a question about it' : '',
    feature('graph') > 0 && understanding.entities.length > 0
      ? `is linked to ${[...new Set(understanding.entities.map(({ name }) => name))].join(', ')}`
      : '',
    feature('period') > 0.5 ? 'falls in the time asked about' : '',
    feature('time_date') > 0 ? 'names a date' : '',
    feature('session') > 0.8 ? 'comes from a conversation about it' : '',
  ].filter((reason) => reason !== '');
  const by = foundBy(paths);
  if (found.length === 0) return capital(by);
  found.length = Math.min(MAX_REASONS, found.length);
  found[0] = capital(found[0] ?? '');
  return `${found.join(', ')}; ${by}`;
}

const FOUND_BY = new Map<string, string>();

/** The paths that found it: one shared string per set of paths, because answers are cached. */
function foundBy(paths: readonly string[]): string {
  // A result that no path found was added for a claim that matches the question.
  if (paths.length === 0) return 'claims just what is asked';
  const key = paths.join(', ').replace(/, ([^,]+)$/, ' and $1');
  let told = FOUND_BY.get(key);
  if (told === undefined) FOUND_BY.set(key, (told = `found by ${key}`));
  return told;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const OR_LIST = new Intl.ListFormat('en', { type: 'disjunction' });
const AND = new Intl.ListFormat('en', { type: 'conjunction' });

/** Why a profile admits no memory of the bank, in words. */
function whyNone(profile: ParsedProfile, index: BankIndex): string {
  const { threshold, asOf } = profile;
  if (index.size === 0 || (index.live === 0 && asOf === undefined))
    return 'The bank holds no memories.';
  if (asOf !== undefined && asOf < firstRecorded(index))
    return `Nothing had been recorded by ${momentOf(asOf)}. “As of” asks what the bank knew then; for what held then, name that time in the question.`;
  const surest = threshold > 0 ? surestOf({ ...profile, threshold: 0 }, index) : null;
  if (surest !== null)
    return `No memory has a confidence of ${threshold} or more; the surest has ${Math.floor(surest * 1000) / 1000}.`;
  const wanted = wantedOf(profile);
  return wanted.length === 0
    ? 'No memory of the bank passes the filters of this question.'
    : `No memory of the bank ${AND.format(wanted)}.`;
}

/** The profile's filters, each as a predicate: `was said by Rui`. */
function wantedOf(profile: ParsedProfile): string[] {
  const { kinds, tags, metadata, speaker, speakers, exceptSpeakers } = profile;
  const ofNotes = ['about', 'aspect', 'type', 'status', 'reader'] as const;
  const { session, agentId, runId, from, to, asOf, exclude } = profile;
  return [
    ...when(kinds, (each) => `is of the kind ${OR_LIST.format(each)}`),
    ...when(tags, (each) => `has the ${each.length === 1 ? 'tag' : 'tags'} ${AND.format(each)}`),
    ...when(metadata, () => 'has such metadata'),
    ...ofNotes.flatMap((field) =>
      when(profile[field], (value) => `is a note whose ${field} is ${value}`),
    ),
    ...when(speaker, (name) => `was said by ${name}`),
    ...when(speakers, (names) => `was said by ${OR_LIST.format(names)}`),
    ...when(exceptSpeakers, (names) => `was said by somebody other than ${OR_LIST.format(names)}`),
    ...when(session, (name) => `is of the session ${name}`),
    ...when(agentId, (name) => `is of the agent ${name}`),
    ...when(runId, (name) => `is of the run ${name}`),
    ...when(from, (at) => `happened on or after ${momentOf(at)}`),
    ...when(to, (at) => `happened before ${momentOf(at)}`),
    ...when(asOf, (at) => `was recorded by ${momentOf(at)}`),
    ...when(exclude, () => 'is left beside those excluded'),
  ];
}

const when = <Value>(given: Value | undefined, words: (value: Value) => string): string[] =>
  given === undefined ? [] : [words(given)];

/** As a day alone if it is the day's first moment: `15 July 2026`. */
const momentOf = (at: Instant): string =>
  describeInterval(at, at + 1, at % DAY === 0 ? 'day' : 'minute');

function firstRecorded(index: BankIndex): Instant {
  let first = Infinity;
  for (let slot = 0; slot < index.size; slot++) first = Math.min(first, index.recordedAt.get(slot));
  return first;
}

/** The highest confidence among what the profile admits; null if it admits nothing. */
function surestOf(profile: ParsedProfile, index: BankIndex): number | null {
  const accepts = profileAcceptor(profile, index);
  let surest: number | null = null;
  for (let slot = 0; slot < index.size; slot++)
    if (accepts(slot)) surest = Math.max(surest ?? 0, index.confidence.get(slot));
  return surest;
}

/** “a, b, or c”. */
const OR = new Intl.ListFormat('en', { type: 'disjunction' });

const digitsOf = (word: string): string | null =>
  /\p{N}/u.test(word) ? word.replaceAll(/\P{N}/gu, '') : null;

/** Whether the bank has the word's number in another spelling: "KL 1613" for "KL1613", "1,200" for "1200". */
function isWrittenOtherwise(word: string, known: readonly string[]): boolean {
  const own = digitsOf(word);
  return own !== null && known.some((figure) => figure.includes(own) || own.includes(figure));
}

export function notices(
  profile: ParsedProfile,
  { empty, understanding, input, faults }: RankedSet,
  { leftOut, ids }: Delivered,
): string[] {
  const left = (because: LeftOut['because']): number =>
    leftOut.filter((each) => each.because === because).length;
  const [overBudget, repeats] = [left('over_budget'), left('repeats')];
  const doubtful = ids.filter((id) => input.feedback.wantsReview(id));
  const figures = understanding.terms.flatMap(({ number, term }) =>
    number < 0 ? [] : (digitsOf(term) ?? []),
  );
  const unknown = understanding.terms
    .filter(
      ({ number, word }) =>
        (number < 0 || (profile.asOf === undefined && !isTermKnown(input.index, number))) &&
        !isWrittenOtherwise(word, figures),
    )
    .map(({ word }) => `“${word}”`);
  return [
    understanding.readings.length > 0
      ? `Read ${understanding.readings.map(({ typed, as }) => `“${typed}” as “${as}”`).join(', ')}.`
      : '',
    empty ? whyNone(profile, input.index) : '',
    !empty && profile.image !== undefined && input.index.pictures.size === 0
      ? 'No memory of the bank has a picture.'
      : '',
    !empty && unknown.length > 0
      ? `No memory has the ${unknown.length === 1 ? 'word' : 'words'} ${OR.format(unknown)}.`
      : '',
    overBudget > 0
      ? `${overBudget === 1 ? '1 result' : `${overBudget} results`} did not fit into ${profile.tokenBudget} tokens.`
      : '',
    repeats > 0
      ? `${repeats === 1 ? '1 result that repeats another was' : `${repeats} results that repeat others were`} left out to spare the budget.`
      : '',
    doubtful.length > 0 ? `Said to be wrong, and not reviewed yet: ${doubtful.join(', ')}.` : '',
    ...faults,
  ].filter((notice) => notice !== '');
}
