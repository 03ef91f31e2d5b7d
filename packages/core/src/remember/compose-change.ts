import { EMPTY_CHANGE, type Change, type Embedding, type Reading } from '../domain/change.js';
import type { SessionId } from '../domain/ids.js';
import { PASSAGE_VECTORS } from '../domain/space.js';
import type { Instant } from '../domain/time.js';
import { Pace } from '../domain/pace.js';
import { writeTerms } from '../language/stored-terms.js';
import type { EmbeddedDraft } from './draft.js';
import { embedCode } from './embed-code.js';
import type { Pending } from './pending.js';
import type { PlanContext } from './plan-context.js';
import { pictureCodes } from './read-pictures.js';
import { unreadMark } from '../domain/reading.js';
import { listenForFaults } from '../language/reading-step.js';

/** One change with everything the batch has made; null for nothing. */
export async function composeChange(
  context: PlanContext,
  pending: Pending,
): Promise<Change | null> {
  if (pending.memories.size === 0) return null;
  const sessions = new Map<
    SessionId,
    { id: SessionId; origin: string | null; startedAt: Instant }
  >();
  for (const { provenance } of pending.drafts) {
    const id = provenance.session;
    if (id === null || sessions.has(id) || context.state.index.sessions.find(id) >= 0) continue;
    sessions.set(id, { id, origin: provenance.origin, startedAt: provenance.saidAt });
  }
  const [code, codes]: [Embedding[], Embedding[]] = [[], []];
  const readings: Reading[] = [];
  const pace = new Pace();
  for (const draft of pending.drafts) {
    const { id, terms, traits, faults } = draft;
    const memory = pending.memories.get(id);
    if (memory !== undefined)
      code.push(
        ...context.timer.run('code', () =>
          listenForFaults(faults, () => embedCode([{ memory, terms, traits }], context.code)),
        ),
      );
    codes.push(...codesOf(draft, context));
    readings.push({ memory: id, terms: writeTerms(draft.passages), traits });
    await pace.rest();
  }
  const marks = new Map(
    pending.drafts.map(({ id, faults }) => [id, unreadMark(faults.map(({ step }) => step))]),
  );
  return {
    ...EMPTY_CHANGE,
    bank: context.bank,
    at: context.now,
    verb: context.verb,
    actor: context.actor,
    reason: `${pending.drafts.length} new, ${pending.memories.size - pending.drafts.length - pending.held.size} changed${pending.held.size > 0 ? `, ${pending.held.size} held back` : ''}`,
    memories: [...pending.memories.values()].map((memory) => ({
      ...memory,
      metadata: { ...memory.metadata, ...marks.get(memory.id) },
    })),
    entities: pending.changedEntities(),
    contexts: [...pending.contexts.values()],
    sessions: [...sessions.values()],
    conflicts: pending.conflicts,
    edges: [...pending.drafts.flatMap((draft) => draft.edges), ...pending.heldLinks],
    claims: pending.claims,
    learned: pending.records,
    embeddings: [
      ...codes,
      ...pending.heldPictures.flatMap((each) => pictureCodes(each, context.pictures.space)),
      ...code,
    ],
    readings: [
      ...readings,
      // The full-text index has an entry for every memory; quarantined ones have no words in it.
      ...[...pending.held.values()].map(({ id }) => ({ memory: id, terms: '', traits: 0 })),
    ],
  };
}

function codesOf(draft: EmbeddedDraft, { vectors, causal, pictures }: PlanContext): Embedding[] {
  const codes = [
    { space: 'semantic', encoder: vectors.encoder, vector: draft.vector },
    { space: PASSAGE_VECTORS, encoder: vectors.encoder, vector: draft.passageVectors },
    { space: 'causal', encoder: causal.id, vector: draft.causal },
  ];
  return [
    ...codes.flatMap(({ vector, ...code }) =>
      vector === null ? [] : [{ memory: draft.id, ...code, vector }],
    ),
    ...pictureCodes(draft, pictures.space),
  ];
}
