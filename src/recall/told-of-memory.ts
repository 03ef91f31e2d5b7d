import type { Memory } from '../domain/memory.js';
import type { Recalled } from '../domain/recollection.js';
import { describeInterval } from '../language/describe-interval.js';

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

function occurred({
  occurredFrom: from,
  occurredTo: to,
  occurredPrecision: precision,
}: Memory): Recalled['occurred'] {
  return { from, to, precision, text: describeInterval(from, to, precision) };
}

function origin({ provenance, dates, kind }: Memory): string {
  const [first] = provenance;
  if (first === undefined) return `A ${kind}`;
  const who =
    first.speaker === null ? `A ${kind} from the ${first.source}` : `Said by ${first.speaker}`;
  const where = first.session === null ? '' : `, in session ${first.session}`;
  const again =
    provenance.length > 1
      ? `, and ${provenance.length === 2 ? 'once' : `${provenance.length - 1} times`} again`
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
