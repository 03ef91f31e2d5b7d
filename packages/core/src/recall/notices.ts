import type { ParsedProfile } from '../domain/profile.js';
import { DAY, type Instant } from '../domain/time.js';
import type { BankIndex } from '../indexes/bank-index.js';
import { isTermKnown } from '../indexes/bank-words.js';
import { describeInterval } from '../language/calendar.js';
import type { Delivered, LeftOut } from './deliver.js';
import { profileAcceptor } from './rank-candidates.js';
import type { RankedSet } from './recall-context.js';

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
