import type { ParsedProfile } from '../domain/profile.js';
import { DAY, type Instant } from '../domain/time.js';
import type { BankIndex } from '../indexes/bank-index.js';
import { describeInterval } from '../language/describe-interval.js';
import { profileAcceptor } from './rank-candidates.js';

const OR = new Intl.ListFormat('en', { type: 'disjunction' });
const AND = new Intl.ListFormat('en', { type: 'conjunction' });

/** Why a profile admits no memory of the bank, in words. */
export function whyNone(profile: ParsedProfile, index: BankIndex): string {
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

/** What the filters of a profile ask of a memory, each as a predicate: `was said by Rui`. */
function wantedOf(profile: ParsedProfile): string[] {
  const { kinds, tags, metadata, speaker, speakers, exceptSpeakers } = profile;
  const ofNotes = ['about', 'aspect', 'type', 'status', 'reader'] as const;
  const { session, agentId, runId, from, to, asOf, exclude } = profile;
  return [
    ...when(kinds, (each) => `is of the kind ${OR.format(each)}`),
    ...when(tags, (each) => `has the ${each.length === 1 ? 'tag' : 'tags'} ${AND.format(each)}`),
    ...when(metadata, () => 'has such metadata'),
    ...ofNotes.flatMap((field) =>
      when(profile[field], (value) => `is a note whose ${field} is ${value}`),
    ),
    ...when(speaker, (name) => `was said by ${name}`),
    ...when(speakers, (names) => `was said by ${OR.format(names)}`),
    ...when(exceptSpeakers, (names) => `was said by somebody other than ${OR.format(names)}`),
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

/** A day alone where its first moment is meant, as in `15 July 2026`. */
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
