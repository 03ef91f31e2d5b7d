import type { BankIndex } from '../../indexes/bank-index.js';
import type { Found } from '../candidate.js';
import type { Understanding } from '../understand.js';
import { liesIn } from '../paths/temporal.js';
import type { Ranked } from './ranked.js';
import { constrained } from './score.js';

type Asked = Pick<Understanding, 'periods' | 'offset' | 'wanted'>;

/** So many tellings of the same words are considered at most: a daily entry must not fill an answer. */
const MAX_TELLINGS = 8;
/** A longer text is told once. */
const MAX_TERMS = 200;

/**
 * Only the time tells apart what happened several times and was told in the same words. Of such results
 * those in a period that the question names come first, and the latest before the earlier ones, unless the
 * question asks for the first. They share the places that they have.
 */
export function inOrderOfTime(
  ranked: readonly Ranked[],
  asked: Asked,
  index: BankIndex,
): readonly Ranked[] {
  const groups = tellings(ranked, index);
  if (groups.length === 0) return ranked;
  const order = [...ranked];
  for (const places of groups) {
    const wanted = places.map((place) => ranked[place] as Ranked).sort(byTime(asked, index));
    places.forEach((place, at) => (order[place] = wanted[at] as Ranked));
  }
  return order.every((each, at) => each === ranked[at]) ? ranked : constrained(order, 'time');
}

/** What was found, without tellings of the same words beyond {@link MAX_TELLINGS}. */
export function withoutCrowds(found: Found, asked: Asked, index: BankIndex): Found {
  const slots = [
    ...new Set(Object.values(found).flatMap((each = []) => each.map(({ slot }) => slot))),
  ];
  const candidates = slots.map((slot) => ({ slot }));
  const dropped = new Set(
    tellings(candidates, index)
      .filter(({ length }) => length > MAX_TELLINGS)
      .flatMap((places) =>
        places
          .map((place) => candidates[place] as { slot: number })
          .sort(byTime(asked, index))
          .slice(MAX_TELLINGS)
          .map(({ slot }) => slot),
      ),
  );
  return dropped.size === 0
    ? found
    : (Object.fromEntries(
        Object.entries(found).map(([path, each = []]) => [
          path,
          each.filter(({ slot }) => !dropped.has(slot)),
        ]),
      ) as Found);
}

/** Places of what the same speaker told in the same words, a list for each told more than once. */
function tellings(found: readonly { readonly slot: number }[], index: BankIndex): number[][] {
  const alike = grouped(
    found.map((_, place) => place),
    (place) => numberOf((found[place] as { slot: number }).slot, index),
  );
  return alike.flatMap((places) =>
    grouped(places, (place) => wordsOf((found[place] as { slot: number }).slot, index)),
  );
}

/** Those of more than one, by key; without those that have none. */
function grouped<Key>(places: readonly number[], keyOf: (place: number) => Key | null): number[][] {
  const groups = new Map<Key, number[]>();
  for (const place of places) {
    const key = keyOf(place);
    if (key === null) continue;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [place]);
    else known.push(place);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}

/** The same for the same telling, and for few others; null for what is told once. */
function numberOf(slot: number, index: BankIndex): number | null {
  const { postings } = index;
  const [start, length] = [postings.start(slot), postings.length(slot)];
  if (length === 0 || length > MAX_TERMS) return null;
  let number = Math.imul(index.speaker(slot) + 2, 0x9e3779b1) ^ length;
  const { sequence } = postings;
  for (let at = start; at < start + length; at++)
    number = Math.imul(number, 31) + (sequence[at] as number);
  return number | 0;
}

function wordsOf(slot: number, index: BankIndex): string {
  const { postings } = index;
  const start = postings.start(slot);
  const words = postings.sequence.subarray(start, start + postings.length(slot)).join(' ');
  return `${index.speaker(slot)} ${index.kind(slot)} ${words}`;
}

function byTime(
  { periods, offset, wanted }: Asked,
  index: BankIndex,
): (one: { readonly slot: number }, other: { readonly slot: number }) => number {
  const later = wanted.first && !wanted.recent ? -1 : 1;
  const isAsked = (slot: number): boolean =>
    periods.some((period) => liesIn(slot, period, offset, index));
  const at = (slot: number): number => {
    const first = index.occurredFrom.get(slot);
    return later > 0 ? Math.max(first, index.retold.get(slot)?.at(-1) ?? first) : first;
  };
  return ({ slot: one }, { slot: other }) =>
    Number(isAsked(other)) - Number(isAsked(one)) ||
    later * (at(other) - at(one)) ||
    later * (other - one);
}
