import type { BankIndex } from '../../indexes/bank-index.js';
import type { Understanding } from '../understand.js';
import { liesIn } from './named-period.js';
import type { Ranked } from './ranked.js';
import { constrained } from './score.js';

type Asked = Pick<Understanding, 'periods' | 'offset' | 'wanted'>;

/** So many tellings of the same words are considered at most: a daily entry must not fill an answer. */
const MAX_TELLINGS = 8;
/** Candidates further down are not loaded, and a longer text is told once. */
const [LOOKED_AT, MAX_TERMS] = [400, 200];

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
  const groups = tellings(ranked, index).filter((places) => places.length > 1);
  if (groups.length === 0) return ranked;
  const order = [...ranked];
  for (const places of groups) {
    const wanted = places.map((place) => ranked[place] as Ranked).sort(byTime(asked, index));
    places.forEach((place, at) => (order[place] = wanted[at] as Ranked));
  }
  return order.every((each, at) => each === ranked[at]) ? ranked : constrained(order, 'time');
}

/** Candidates without tellings of the same words beyond {@link MAX_TELLINGS}. */
export function withoutCrowds<T extends { readonly slot: number }>(
  found: readonly T[],
  asked: Asked,
  index: BankIndex,
): readonly T[] {
  const crowds = tellings(found, index).filter(({ length }) => length > MAX_TELLINGS);
  if (crowds.length === 0) return found;
  const kept: (T | undefined)[] = [...found];
  for (const places of crowds) {
    const wanted = places.map((place) => found[place] as T).sort(byTime(asked, index));
    places.forEach((place, at) => (kept[place] = at < MAX_TELLINGS ? wanted[at] : undefined));
  }
  return kept.filter((each) => each !== undefined);
}

/** Places of what the same speaker told in the same words, a list for each. */
function tellings(found: readonly { readonly slot: number }[], index: BankIndex): number[][] {
  const places = new Map<string, number[]>();
  const { postings } = index;
  found.slice(0, LOOKED_AT).forEach(({ slot }, place) => {
    const [start, length] = [postings.start(slot), postings.length(slot)];
    if (length === 0 || length > MAX_TERMS) return;
    const words = postings.sequence.subarray(start, start + length).join(' ');
    const key = `${index.speaker(slot)} ${index.kind(slot)} ${words}`;
    const known = places.get(key);
    if (known === undefined) places.set(key, [place]);
    else known.push(place);
  });
  return [...places.values()];
}

function byTime(
  { periods, offset, wanted }: Asked,
  index: BankIndex,
): (one: { readonly slot: number }, other: { readonly slot: number }) => number {
  const later = wanted.first && !wanted.recent ? -1 : 1;
  const isAsked = (slot: number): boolean =>
    periods.some((period) => liesIn(slot, period, offset, index));
  const at = (slot: number): number => index.occurredFrom.get(slot);
  return ({ slot: one }, { slot: other }) =>
    Number(isAsked(other)) - Number(isAsked(one)) ||
    later * (at(other) - at(one)) ||
    later * (other - one);
}
