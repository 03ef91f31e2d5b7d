import { type Change, type Embedding, EMPTY_CHANGE, type StoredTerms } from '../domain/change.js';
import { MnemeError } from '../domain/errors.js';
import type { LearnedId, SessionId } from '../domain/ids.js';
import type { LearnedRecord } from '../domain/learned/record.js';
import type { Memory } from '../domain/memory.js';
import { TimeSlice } from '../domain/pace.js';
import { unreadMark } from '../domain/reading.js';
import { PASSAGE_VECTORS } from '../domain/space.js';
import type { Instant } from '../domain/time.js';
import { inTime, isThenable } from '../kernel/in-time.js';
import { type Awaitable, BUDGET_MS, type Consequence, type NewRecord } from '../kernel/module.js';
import { collectFaults } from '../language/reading-step.js';
import { writeTerms } from '../language/terms.js';
import type { Following, NewMemory, Pending, PlanContext, RememberModule } from './plan-context.js';
import type { EmbeddedDraft } from './read-draft.js';
import { pictureCodes } from './read-pictures.js';
import { embedCode } from './vectors.js';
import { messageOf } from '../spaces/learned-encoder.js';

/**
 * The consequences of a new memory, from all modules in order; each sees the memory as changed by the earlier ones. A
 * failing module is named on the receipt, and the memory is written without it. Throws the `MnemeError` of a module
 * that refuses.
 */
export async function consequencesOf(fresh: NewMemory): Promise<Following> {
  const all: Following[] = [];
  let { memory } = fresh;
  for (const module of fresh.context.modules) {
    const answer = ask(module, { ...fresh, memory });
    const consequence = isThenable(answer) ? await answer : answer;
    if (consequence === null) continue;
    const {
      memories = [],
      edges = [],
      claims = [],
      conflicts = [],
      notes = [],
      worth = null,
    } = consequence;
    const own = consequence.records ?? [];
    const declared = own.filter(({ type }) => module.records?.includes(type) === true);
    const refused = own.length - declared.length;
    all.push({
      memories,
      edges,
      claims,
      conflicts,
      worth,
      records: declared.map((record) => founded(record, module.name, fresh)),
      notes:
        refused === 0
          ? notes
          : [...notes, `${refused} records of types that ${module.name} does not declare`],
    });
    memory = memories.find(({ id }) => id === fresh.memory.id) ?? memory;
  }
  const each = <T>(read: (of: Following) => readonly T[]): T[] => all.flatMap(read);
  return {
    memories: latest(each(({ memories }) => memories)),
    edges: each(({ edges }) => edges),
    claims: each(({ claims }) => claims),
    conflicts: each(({ conflicts }) => conflicts),
    records: each(({ records }) => records),
    notes: each(({ notes }) => notes),
    worth: all.findLast(({ worth }) => worth !== null)?.worth ?? null,
  };
}

function ask(
  { name, budgetMs = BUDGET_MS, onRemember }: RememberModule,
  fresh: NewMemory,
): Awaitable<Consequence | null> {
  if (onRemember === undefined) return null;
  const failed = (error: unknown): Consequence => {
    if (MnemeError.is(error)) throw error;
    return { notes: [`the module ${name} had no part in it: ${messageOf(error)}`] };
  };
  try {
    const answer = inTime(onRemember(fresh), budgetMs);
    return isThenable(answer) ? answer.catch(failed) : answer;
  } catch (error) {
    return failed(error);
  }
}

/** Only the last version of each memory. */
const latest = (memories: readonly Memory[]): Memory[] => [
  ...new Map(memories.map((memory) => [memory.id, memory])).values(),
];

function founded(
  { type, key, value }: NewRecord,
  module: string,
  { context, memory }: NewMemory,
): LearnedRecord<'module'> {
  return {
    id: context.newId('x') as LearnedId,
    kind: 'module',
    key: `${module} ${type} ${key}`,
    createdAt: context.now,
    changedAt: context.now,
    retractedAt: null,
    version: 1,
    body: { module, type, value, evidence: [memory.id] },
  };
}

/** One change with everything the batch has made; null if there is nothing to write. */
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
  const readings: StoredTerms[] = [];
  const pace = new TimeSlice();
  for (const draft of pending.drafts) {
    const { id, terms, traits, faults } = draft;
    const memory = pending.memories.get(id);
    if (memory !== undefined)
      code.push(
        ...context.timer.run('code', () =>
          collectFaults(faults, () => embedCode([{ memory, terms, traits }], context.code)),
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
