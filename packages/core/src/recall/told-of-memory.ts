import type { Memory } from '../domain/memory.js';
import type { ParsedProfile } from '../domain/profile.js';
import { isToldIn, retellingsOf } from '../domain/occurrence.js';
import type { Instant } from '../domain/time.js';
import type { Recalled } from '../domain/recollection.js';
import { describeInterval } from '../language/describe-interval.js';
import type { Understanding } from './understand.js';

/** The phrases that every answer uses to describe a memory. */
export interface Told {
  /** Its origin, as the end of an explanation: ". Said by …", when and in which session, and what its dates mean. */
  readonly origin: string;
  readonly occurred: Recalled['occurred'];
}

/** Cached while the memory lives: consecutive answers share many memories. */
const TOLD = new WeakMap<Memory, Told>();

export function toldOf(memory: Memory): Told {
  let told = TOLD.get(memory);
  if (told === undefined)
    TOLD.set(memory, (told = { origin: `. ${origin(memory)}.`, occurred: occurred(memory) }));
  return told;
}

/** What of a question says which time is asked for, of those at which the same was told. */
export interface AskedTime {
  readonly profile: Pick<ParsedProfile, 'occurred'>;
  readonly understanding: Pick<Understanding, 'periods' | 'offset' | 'wanted'>;
}

/** When it happened: of what was told several times the latest time that the question asks for, or the first where that is asked. */
export function occurredFor(memory: Memory, asked: AskedTime): Recalled['occurred'] {
  const first = toldOf(memory).occurred;
  const again = retellingsOf(memory);
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
  const last = retellingsOf(memory).at(-1);
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
