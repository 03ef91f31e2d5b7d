import type { Context } from '../domain/graph.js';
import type { ContextId } from '../domain/ids.js';
import type { Instant } from '../domain/time.js';
import { NONE, type BankIndex } from '../indexes/bank-index.js';
import { isStopWord } from '../language/stop-words.js';
import type { EmbeddedDraft } from './draft.js';
import type { Pending } from './pending.js';
import { cosine, similarities, type Alike } from './alike.js';
import { withoutMarks } from '../safety/personal/redact.js';

/** A turn carries on its conversation's subject unless it says otherwise. */
const CONTINUITY_BONUS = 0.08;
/** So many members speak for a context. */
const SAMPLE = 8;

export interface ContextPlace {
  readonly context: ContextId | null;
  readonly founded: Context | null;
}

/**
 * Capability U8: joins the context whose members are nearest on average, or founds one. Only contexts of memories that
 * share rare words, and that of the turn before, are looked at: no other can be near.
 */
export function placeContext(draft: EmbeddedDraft, alike: readonly Alike[], index: BankIndex, pending: Pending, threshold: number, found: () => { id: ContextId; at: Instant }): ContextPlace {
  const telling = tellingName(draft);
  if (telling === '') return { context: null, founded: null };
  const session = draft.provenance.session;
  const before = session === null ? null : (pending.last(session)?.context ?? lastContext(index, session));
  const near = new Set(alike.flatMap(({ context }) => context ?? []));
  // Without a vector nothing tells whether a subject goes on or begins; a context for each would be worse than none.
  if (draft.vector === null) return { context: before, founded: null };
  if (before !== null) near.add(before);
  let best: { id: ContextId; score: number } | null = null;
  for (const [id, mean] of meanSimilarities(draft.vector, near, index, pending)) {
    const score = mean + (id === before ? CONTINUITY_BONUS : 0);
    if (score >= threshold && (best === null || score > best.score)) best = { id, score };
  }
  if (best !== null) return { context: best.id, founded: null };
  const { id, at } = found();
  return { context: id, founded: { id, name: telling, createdAt: at } };
}

function lastContext(index: BankIndex, session: string): ContextId | null {
  const number = index.sessions.find(session);
  const slot = number < 0 ? undefined : index.sessionMembers(number).at(-1);
  const context = slot === undefined ? NONE : index.context(slot);
  return context === NONE ? null : (index.contexts.text(context) as ContextId);
}

/** To the last members of each context, fresh ones first. Stored ones are compared in one call: each call has the vector read anew. */
function meanSimilarities(vector: Int8Array, ids: Iterable<ContextId>, index: BankIndex, pending: Pending): [ContextId, number][] {
  const sampled = [...ids].map((id) => {
    const fresh = pending.membersOf(id).slice(-SAMPLE);
    const number = fresh.length < SAMPLE ? index.contexts.find(id) : -1;
    return { id, fresh, stored: number < 0 ? [] : index.contextMembers(number).slice(fresh.length - SAMPLE) };
  });
  const cosines = similarities(index, vector, sampled.flatMap(({ stored }) => stored));
  let at = 0;
  return sampled.map(({ id, fresh, stored }) => {
    let sum = 0;
    for (const draft of fresh) sum += cosine(vector, draft.vector);
    for (const end = at + stored.length; at < end; at++) sum += cosines[at] ?? 0;
    const count = fresh.length + stored.length;
    return [id, count === 0 ? 0 : sum / count];
  });
}

/** A context is named by the names in its first memory, else by its longest telling words. */
function tellingName(draft: EmbeddedDraft): string {
  const names = draft.linked.filter(({ mention }) => mention.type !== 'thing').map(({ entity }) => entity.name);
  const named = new Set(names.join(' ').toLowerCase().split(/[^\p{L}\p{N}]+/u));
  const dated = draft.dates.map(({ text }) => text.toLowerCase()).join(' ');
  const words = [...new Set(withoutMarks(draft.content).toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'’-]{3,}/gu) ?? [])]
    .map((word) => word.replace(/['’]s?$/u, ''))
    .filter((word) => word.length > 3 && !isStopWord(word, draft.language) && !named.has(word) && !dated.includes(word));
  const chosen = [...new Set([...names.slice(0, 2), ...words.sort((a, b) => b.length - a.length).slice(0, 3)])];
  return chosen.slice(0, 3).join(', ').slice(0, 80);
}
