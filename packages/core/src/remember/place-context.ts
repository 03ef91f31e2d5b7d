import type { Context } from '../domain/graph.js';
import type { ContextId, MemoryId, SessionId } from '../domain/ids.js';
import type { Memory } from '../domain/memory.js';
import { HOUR, type Instant } from '../domain/time.js';
import { type BankIndex, NONE } from '../indexes/bank-index.js';
import { isStopWord } from '../language/segmentation.js';
import type { Pending } from './plan-context.js';
import type { EmbeddedDraft } from './read-draft.js';
import { withoutMarks } from '../safety/personal/redact.js';

/** A memory near a draft. */
export interface Alike {
  readonly id: MemoryId;
  readonly similarity: number;
  readonly context: ContextId | null;
}

/** Similarities of memories to one vector. Those of the batch are each computed once. */
export class Likeness {
  readonly #found = new Map<Int8Array, number>();
  #wide: Float32Array | null = null;

  constructor(private readonly vector: Int8Array | null) {}

  /** The cosine to a vector; 0 if either is missing. */
  to(other: Int8Array | null): number {
    if (this.vector === null || other === null) return 0;
    let found = this.#found.get(other);
    if (found === undefined) this.#found.set(other, (found = cosine(this.vector, other)));
    return found;
  }

  /** Cosines to stored memories. */
  toStored(index: BankIndex, slots: readonly number[]): ArrayLike<number> {
    if (this.vector === null || slots.length === 0) return new Float32Array(slots.length);
    this.#wide ??= new Float32Array(this.vector);
    return index.vectors.similarities(slots, this.#wide);
  }
}

/** The memories nearest to a draft among those that share rare words with it, nearest first. */
export function findAlike(
  draft: EmbeddedDraft,
  likeness: Likeness,
  slots: readonly number[],
  index: BankIndex,
  pending: Pending,
): Alike[] {
  const live = slots.filter((slot) => index.isLive(slot));
  const scores = likeness.toStored(index, live);
  const stored = live.map((slot, at) => ({
    id: index.id(slot),
    similarity: scores[at] ?? 0,
    context: contextOf(index, slot),
  }));
  const fresh = pending.sharing(draft).map((other) => ({
    id: other.id,
    similarity: likeness.to(other.vector),
    context: pending.memories.get(other.id)?.context ?? null,
  }));
  return [...stored, ...fresh].sort((a, b) => b.similarity - a.similarity);
}

function contextOf(index: BankIndex, slot: number): ContextId | null {
  const context = index.context(slot);
  return context === NONE ? null : (index.contexts.text(context) as ContextId);
}

/** A cache of the squared length of vectors that are compared with many. */
const SQUARES = new WeakMap<Int8Array, number>();

function squareOf(vector: Int8Array): number {
  let square = SQUARES.get(vector);
  if (square === undefined) SQUARES.set(vector, (square = dot(vector, vector)));
  return square;
}

/** The sum of integers is exact, so their order does not matter. */
function dot(a: Int8Array, b: Int8Array): number {
  let [one, two, three, four] = [0, 0, 0, 0];
  const even = a.length - (a.length % 4);
  for (let at = 0; at < even; at += 4) {
    one += (a[at] as number) * (b[at] as number);
    two += (a[at + 1] as number) * (b[at + 1] as number);
    three += (a[at + 2] as number) * (b[at + 2] as number);
    four += (a[at + 3] as number) * (b[at + 3] as number);
  }
  for (let at = even; at < a.length; at++) one += (a[at] as number) * (b[at] as number);
  return one + two + three + four;
}

function cosine(a: Int8Array, b: Int8Array): number {
  const squares = squareOf(a) * squareOf(b);
  return squares === 0 ? 0 : dot(a, b) / Math.sqrt(squares);
}

/**
 * Number of latest members compared per context. The nearest of them represent it, since a conversation covers wide
 * subjects.
 */
const SAMPLE = 8;
const NEAREST = 3;
/** A turn moves to an earlier subject only if that is nearer than the previous turn's by this much. */
const CLEARLY_NEARER = 0.1;
/** After a silence of this length a conversation may well be on another subject. */
const SILENCE = HOUR;
/** A subject with this many turns ends at a turn with enough words that is near to none of it. */
const LONG = 16;
const MIN_WORDS = 4;
const NOTHING_NEAR = 0.06;
/** Phrases that announce another subject. */
const TURNS_AWAY =
  /^(?:(?:oh|ok|okay|and|so|well|hey|anyway|right),? )*(?:by the way|btw|changing the subject|change of subject|on another note|on a different note|another thing|something else|unrelated|different topic|new topic|new subject|before i forget|speaking of something else)(?![\p{L}])/iu;

export interface ContextPlace {
  readonly context: ContextId | null;
  readonly founded: Context | null;
}

/**
 * A turn continues the subject of the previous turn in its session, because single turns share too few words to tell.
 * It leaves it for a context whose members are clearly nearer, and for a new one if a silence, its own words or the
 * length of what went before indicate another subject. Otherwise, and outside sessions, it joins the context whose
 * members are nearest, or creates one. Only contexts of memories that share rare words are compared: no other can be
 * near.
 */
export function placeContext(
  draft: EmbeddedDraft,
  { alike, likeness }: { readonly alike: readonly Alike[]; readonly likeness: Likeness },
  index: BankIndex,
  pending: Pending,
  threshold: number,
  found: () => { id: ContextId; at: Instant },
): ContextPlace {
  const telling = contextName({
    ...draft,
    names: draft.linked
      .filter(({ mention }) => mention.type !== 'thing')
      .map(({ entity }) => entity.name),
  });
  const before =
    draft.provenance.session === null ? null : lastTurn(draft.provenance.session, index, pending);
  // Without a vector a change of subject cannot be detected, and a context for each turn would be worse than none.
  if (draft.vector === null || telling === '')
    return { context: before?.context ?? null, founded: null };
  const near = new Set(alike.flatMap(({ context }) => context ?? []));
  if (before !== null) near.add(before.context);
  const scores = new Map(nearness(likeness, near, index, pending));
  const own = before === null ? null : (scores.get(before.context) ?? 0);
  const stays = before !== null && own !== null && goesOn(draft, before, own, threshold);
  let best: { id: ContextId; score: number } | null = null;
  for (const [id, score] of scores)
    if (score >= threshold && (best === null || score > best.score)) best = { id, score };
  // A short turn that shares a word with another subject does not move to it.
  if (stays && (best === null || best.score < own + CLEARLY_NEARER || wordsOf(draft) < MIN_WORDS))
    return { context: before.context, founded: null };
  if (best !== null) return { context: best.id, founded: null };
  const { id, at } = found();
  return { context: id, founded: { id, name: telling, createdAt: at } };
}

interface Before {
  readonly context: ContextId;
  readonly saidAt: Instant;
  /** Number of members of its context. */
  readonly length: number;
}

const wordsOf = ({ terms }: EmbeddedDraft): number => new Set(terms).size;

function goesOn(draft: EmbeddedDraft, before: Before, own: number, threshold: number): boolean {
  const { reading, saidAt } = draft;
  if (own >= threshold) return true;
  if (reading.test(TURNS_AWAY) || Math.abs(saidAt - before.saidAt) > SILENCE) return false;
  return before.length < LONG || own > NOTHING_NEAR || wordsOf(draft) < MIN_WORDS;
}

/** The previous turn and its subject; null if there is none. */
function lastTurn(session: SessionId, index: BankIndex, pending: Pending): Before | null {
  const fresh = pending.last(session);
  const context = fresh?.context ?? lastContext(index, session);
  if (context === null) return null;
  const number = index.sessions.find(session);
  const slot = number < 0 ? undefined : index.sessionMembers(number).at(-1);
  const said =
    fresh === undefined
      ? slot === undefined
        ? null
        : index.saidAt.get(slot)
      : (pending.memories.get(fresh.id)?.saidAt ?? null);
  const stored = index.contexts.find(context);
  const length =
    pending.membersOf(context).length + (stored < 0 ? 0 : index.contextMembers(stored).length);
  return said === null ? null : { context, saidAt: said, length };
}

function lastContext(index: BankIndex, session: string): ContextId | null {
  const number = index.sessions.find(session);
  const slot = number < 0 ? undefined : index.sessionMembers(number).at(-1);
  const context = slot === undefined ? NONE : index.context(slot);
  return context === NONE ? null : (index.contexts.text(context) as ContextId);
}

/**
 * Mean similarity to the nearest of each context's last members, new ones first. Stored ones are compared in one
 * call, because each call unpacks the vector again.
 */
function nearness(
  likeness: Likeness,
  ids: Iterable<ContextId>,
  index: BankIndex,
  pending: Pending,
): [ContextId, number][] {
  const sampled = [...ids].map((id) => {
    const fresh = pending.membersOf(id).slice(-SAMPLE);
    const number = fresh.length < SAMPLE ? index.contexts.find(id) : -1;
    return {
      id,
      fresh,
      stored: number < 0 ? [] : index.contextMembers(number).slice(fresh.length - SAMPLE),
    };
  });
  const cosines = likeness.toStored(
    index,
    sampled.flatMap(({ stored }) => stored),
  );
  let at = 0;
  return sampled.map(({ id, fresh, stored }) => {
    const each = fresh.map((draft) => likeness.to(draft.vector));
    for (const end = at + stored.length; at < end; at++) each.push(cosines[at] ?? 0);
    const nearest = each.sort((a, b) => b - a).slice(0, NEAREST);
    return [
      id,
      nearest.length === 0 ? 0 : nearest.reduce((sum, score) => sum + score, 0) / nearest.length,
    ];
  });
}

/** A context is named by the names in its first memory, else by its longest content words. */
export function contextName({
  content,
  language,
  dates,
  names,
}: Pick<Memory, 'content' | 'language' | 'dates'> & { readonly names: readonly string[] }): string {
  const named = new Set(
    names
      .join(' ')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u),
  );
  const dated = dates.map(({ text }) => text.toLowerCase()).join(' ');
  const words = [
    ...new Set(
      withoutMarks(content)
        .toLowerCase()
        .match(/[\p{L}\p{N}][\p{L}\p{N}'’-]{3,}/gu) ?? [],
    ),
  ]
    .map((word) => word.replace(/['’]s?$/u, ''))
    .filter(
      (word) =>
        word.length > 3 && !isStopWord(word, language) && !named.has(word) && !dated.includes(word),
    );
  const chosen = [
    ...new Set([...names.slice(0, 2), ...words.sort((a, b) => b.length - a.length).slice(0, 3)]),
  ];
  return chosen.slice(0, 3).join(', ').slice(0, 80);
}
