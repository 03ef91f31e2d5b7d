import { type Memory, trustOf, trustRank } from '../../domain/memory.js';
import type { BankIndex } from '../../indexes/bank-index.js';
import { type Accept, ACCEPT_ALL } from '../../indexes/index-lookups.js';
import type { NoteIndex } from '../../indexes/note-index.js';
import { isRequest } from '../../language/speech.js';
import type { Stemmer } from '../../language/stem.js';
import { contentTerms } from '../../language/terms.js';
import type { Found } from '../candidate.js';
import { liesIn } from '../paths/temporal.js';
import { type FusionModel, probability } from './fusion-model.js';
import { constrained, type Ranked, sumOf } from './score.js';
import { inverseDocumentFrequency, type Understanding } from '../understand.js';

type Asked = Pick<Understanding, 'periods' | 'offset' | 'wanted'>;

/**
 * Maximum number of memories with the same words among the candidates, so that a daily entry does not fill an answer.
 */
const MAX_TELLINGS = 8;
/** Longer texts are never treated as repeated. */
const MAX_TERMS = 200;

/**
 * Orders events that recur in the same words by time, within the positions they already have: those in a period that
 * the question names first, then the latest first, or the earliest if the question asks for the first.
 */
export function inOrderOfTime(
  ranked: readonly Ranked[],
  asked: Asked,
  index: BankIndex,
): readonly Ranked[] {
  const groups = repetitionGroups(ranked, index);
  if (groups.length === 0) return ranked;
  const order = [...ranked];
  for (const places of groups) {
    const wanted = places.map((place) => ranked[place] as Ranked).sort(byTime(asked, index));
    places.forEach((place, at) => (order[place] = wanted[at] as Ranked));
  }
  return order.every((each, at) => each === ranked[at]) ? ranked : constrained(order, 'time');
}

/** The candidates, without repetitions of the same words beyond {@link MAX_TELLINGS}. */
export function limitRepetitions(found: Found, asked: Asked, index: BankIndex): Found {
  const slots = [
    ...new Set(Object.values(found).flatMap((each = []) => each.map(({ slot }) => slot))),
  ];
  const candidates = slots.map((slot) => ({ slot }));
  const dropped = new Set(
    repetitionGroups(candidates, index)
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

/** Groups of positions with the same words by the same speaker; only groups of several. */
function repetitionGroups(
  found: readonly { readonly slot: number }[],
  index: BankIndex,
): number[][] {
  const alike = grouped(
    found.map((_, place) => place),
    (place) => numberOf((found[place] as { slot: number }).slot, index),
  );
  return alike.flatMap((places) =>
    grouped(places, (place) => wordsOf((found[place] as { slot: number }).slot, index)),
  );
}

/** Groups of several positions with the same key; a null key belongs to no group. */
function grouped<Key>(places: readonly number[], keyOf: (place: number) => Key | null): number[][] {
  const first = new Map<Key, number>();
  const groups = new Map<Key, number[]>();
  for (const place of places) {
    const key = keyOf(place);
    if (key === null) continue;
    const before = first.get(key);
    const group = groups.get(key);
    if (before === undefined) first.set(key, place);
    else if (group === undefined) groups.set(key, [before, place]);
    else group.push(place);
  }
  return [...groups.values()].sort(([a = 0], [b = 0]) => a - b);
}

/**
 * A hash of speaker and words: equal for repetitions, and seldom otherwise; null for a text that is too long or
 * empty.
 */
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

/**
 * Maximum share of a question's weight in words not asked now ("again", "please") for it to count as a repetition,
 * 0..1.
 */
const MAX_NEW = 0.25;

/**
 * Accepts all memories but earlier copies of the same question or request: repeating a question asks for the answer,
 * which a bank that only has the question does not know. Statements are accepted, and so are questions with further
 * content, which may be informative.
 */
export function saysMoreThanAsked(
  { query, reading, language }: Understanding,
  index: BankIndex,
  stemmer: Stemmer,
): Accept {
  const { postings } = index;
  const terms = contentTerms(reading, language, stemmer).map((term) => postings.numberOf(term));
  if (!terms.some((term) => term >= 0)) return ACCEPT_ALL;
  const asked = new Set(terms);
  const bids = isRequest(query);
  return (slot) => {
    const start = postings.start(slot);
    const end = start + postings.length(slot);
    const { sequence } = postings;
    // A request has no mark to recognise it by; a repeated one begins with the same word.
    if (
      !index.has(slot, 'question') &&
      !(bids && (start < end ? sequence[start] : undefined) === terms[0])
    )
      return true;
    // Most share no word with it and need no weighing.
    let shares = false;
    for (let at = start; at < end && !shares; at++) shares = asked.has(sequence[at] ?? 0);
    if (!shares) return true;
    let all = 0;
    let repeated = 0;
    for (let at = start; at < end; at++) {
      const term = sequence[at] ?? 0;
      const weight = inverseDocumentFrequency(index, term);
      all += weight;
      if (asked.has(term)) repeated += weight;
    }
    return all === 0 || repeated < (1 - MAX_NEW) * all;
  };
}

/**
 * Merges a note and its source turn into one result, at the position of the better one: the note's sentence, with the
 * turn's words below it. Another note of the same turn says something else and stays.
 */
export function foldNotes(ranked: readonly Ranked[], notes: NoteIndex): readonly Ranked[] {
  if (notes.size === 0) return ranked;
  const byTurn = new Map<number, Ranked>();
  for (const result of ranked) {
    const [turn] = notes.turnsOf(result.slot);
    if (notes.of(result.slot) !== undefined && turn !== undefined && !byTurn.has(turn))
      byTurn.set(turn, result);
  }
  const placed = new Set<number>();
  return ranked.flatMap((result): Ranked[] => {
    const note = notes.of(result.slot) === undefined ? byTurn.get(result.slot) : undefined;
    const shown = note === undefined ? result : standingAt(note, result);
    if (placed.has(shown.slot)) return [];
    placed.add(shown.slot);
    return [shown];
  });
}

/** The note at the position of its turn. */
function standingAt(note: Ranked, turn: Ranked): Ranked {
  return {
    ...note,
    score: turn.score,
    logit: turn.logit,
    terms: turn.terms,
    paths: [...new Set([...note.paths, ...turn.paths])],
  };
}

/**
 * Maximum number of candidates of more trusted sources that are added when a flood of a less trusted one displaced
 * them.
 */
const MAX_SAVED = 8;

/**
 * The best candidates, and the best of each more trusted source that a flood of less trusted ones displaced: flooding
 * must not decide what is considered at all. `found` is best first, and so is the result.
 */
export function withTrusted<T>(
  found: readonly T[],
  count: number,
  trust: (each: T) => number,
): readonly T[] {
  const top = found.slice(0, count);
  const least = top.reduce((lowest, each) => Math.min(lowest, trust(each)), Infinity);
  const crowded = top.filter((each) => trust(each) === least).length * 2 >= count;
  return crowded
    ? [
        ...top,
        ...found
          .slice(count)
          .filter((each) => trust(each) > least)
          .slice(0, MAX_SAVED),
      ]
    : top;
}

/** Logits per level of trust, when a more trusted source covers the same subject. */
const STEP = 1.6;
/** A memory that contains at least this share of another's question words is on the same subject. */
const SAME_MATTER = 0.6;
/** A more trusted source this many logits behind is on another subject, whatever words it shares. */
const TOO_FAR = 6;
const WORD = /[\p{L}\p{N}]+/gu;
/** Words are compared by their first letters: a claim and its denial seldom have the same form. */
const BEGINNING = 5;
const SMALL =
  /^(?:the|and|for|what|which|who|when|where|how|why|does|did|was|were|are|has|have|our|you|your|his|her|its|this|that|with|from|mine|user|users)$/;

/**
 * Where sources of different trust make statements on the same subject, the less trusted one is lowered: a page that
 * contradicts the user comes after the user's word, however well it matches the question. Alone it stays in place.
 */
export function weighTrust(
  ranked: readonly Ranked[],
  query: string,
  model: FusionModel,
): readonly Ranked[] {
  const ranks = ranked.map(({ memory }) => trustRank(trustOf(memory)));
  if (ranks.every((rank) => rank === ranks[0])) return ranked;
  const asked = new Set(tellingWords(query));
  const spoken = ranked.map(({ memory }) => wordsAsked(memory, asked));
  return ranked
    .map((each, at): Ranked => {
      const steps = yielding(at, ranked, ranks, spoken);
      if (steps === 0) return each;
      const terms = { ...each.terms, trust: -STEP * steps };
      const logit = sumOf(terms);
      return { ...each, terms, logit, score: probability(model, logit) };
    })
    .sort((a, b) => b.logit - a.logit);
}

/** Number of levels of trust between a result and the most trusted one on the same subject. */
function yielding(
  at: number,
  ranked: readonly Ranked[],
  ranks: readonly number[],
  spoken: readonly ReadonlySet<string>[],
): number {
  const own = spoken[at] ?? new Set<string>();
  let steps = 0;
  for (const [other, rank] of ranks.entries()) {
    const higher = rank - (ranks[at] ?? 0);
    if (higher <= steps || (ranked[at]?.logit ?? 0) - (ranked[other]?.logit ?? 0) > TOO_FAR)
      continue;
    const shared = [...own].filter((word) => spoken[other]?.has(word) === true).length;
    if (own.size > 0 && shared >= SAME_MATTER * own.size) steps = higher;
  }
  return steps;
}

/**
 * The question's word beginnings that occur in the memory. A long text has hundreds of words; only these are
 * extracted.
 */
function wordsAsked({ content }: Memory, asked: ReadonlySet<string>): ReadonlySet<string> {
  const spoken = new Set<string>();
  const text = content.toLowerCase();
  const initials = new Set(Array.from(asked, (word) => word.charCodeAt(0)));
  for (let at = 0; at < text.length;) {
    const start = at;
    while (at < text.length && isOfWord(text, at)) at += widthAt(text, at);
    if (at - start > 2 && initials.has(text.charCodeAt(start))) {
      const beginning = text.slice(start, Math.min(at, start + BEGINNING));
      if (asked.has(beginning) && !SMALL.test(text.slice(start, at))) spoken.add(beginning);
    }
    if (at < text.length) at += widthAt(text, at);
  }
  return spoken;
}

const OF_WORD = /[\p{L}\p{N}]/u;
const IS_ASCII_OF_WORD = Array.from({ length: 128 }, (_, code) =>
  OF_WORD.test(String.fromCharCode(code)),
);

function isOfWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 128
    ? IS_ASCII_OF_WORD[code] === true
    : OF_WORD.test(text.slice(at, at + widthAt(text, at)));
}

const widthAt = (text: string, at: number): number => {
  const code = text.charCodeAt(at);
  return code >= 0xd800 && code < 0xdc00 && (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
};

function tellingWords(text: string): string[] {
  return (text.toLowerCase().match(WORD) ?? [])
    .filter((word) => word.length > 2 && !SMALL.test(word))
    .map((word) => word.slice(0, BEGINNING));
}
