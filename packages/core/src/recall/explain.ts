import type { Memory } from '../domain/memory.js';
import { isToldIn, restatementsOf } from '../domain/occurrence.js';
import type { ParsedProfile } from '../domain/profile.js';
import type { Recalled } from '../domain/recollection.js';
import type { Instant } from '../domain/time.js';
import { describeInterval } from '../language/calendar.js';
import type { Ranked } from './ranking/score.js';
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
  return all.length === 0 || at === memory.saidAt ? first : momentOf(at);
}

const momentOf = (at: Instant): Recalled['occurred'] => ({
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
  return (
    `${who} on ${describeInterval(first.saidAt, first.saidAt, 'day')}${where}` +
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
