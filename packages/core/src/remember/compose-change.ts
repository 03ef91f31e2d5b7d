import {
  type Change,
  type Embedding,
  EMPTY_CHANGE,
  PASSAGE_VECTORS,
  type StoredTerms,
  TRAITS,
} from '../domain/change.js';
import { MnemeError } from '../domain/errors.js';
import { type ContextId, type LearnedId, RECALLED, type SessionId } from '../domain/ids.js';
import type { LearnedRecord } from '../domain/learned-record.js';
import { withExpiry } from '../domain/memory-times.js';
import { isNewWitness, type Memory, type Provenance, type Source } from '../domain/memory.js';
import type { Note, ParsedNoteInput } from '../domain/note.js';
import { TimeSlice } from '../domain/pace.js';
import { unreadMark } from '../domain/reading.js';
import { DAY, type Instant, type Precision, spanPrecision } from '../domain/time.js';
import {
  type Awaitable,
  BUDGET_MS,
  type Consequence,
  inTime,
  isThenable,
  type NewRecord,
} from '../kernel/module.js';
import { collectFaults } from '../language/read-text.js';
import { writeTerms } from '../language/terms.js';
import type { AdmittedInput } from './admit.js';
import {
  embedCode,
  type Following,
  type NewMemory,
  type Pending,
  type PlanContext,
  type RememberModule,
} from './plan-context.js';
import { type EmbeddedDraft, pictureCodes, type ReadDraft } from './read-draft.js';
import { messageOf } from '../spaces/dense-vectors.js';

/** Maximum number of provenance entries; more add nothing. */
const MAX_PROVENANCE = 50;
/** Maximum number of recalled memories recorded as quoted in a text. */
const MAX_RECALLED = 20;
/** A repetition closes this share of the gap to certainty: bounded, and slower the more certain the bank is. */
const REPEAT_GAIN = 0.15;

export function composeMemory(
  draft: EmbeddedDraft,
  position: number,
  context: ContextId | null,
  now: Instant,
): Memory {
  const { provenance } = draft;
  return {
    id: draft.id,
    kind: draft.kind,
    content: draft.content,
    contentHash: draft.hash,
    language: draft.language,
    speaker: provenance.speaker,
    session: provenance.session,
    position,
    saidAt: draft.saidAt,
    ...occurrence(draft),
    recordedAt: now,
    retractedAt: null,
    retraction: null,
    quarantine: null,
    confidence: draft.confidence,
    importance: draft.importance ?? readImportance(draft),
    version: 1,
    supersededBy: null,
    tags: [...withExpiry([...draft.tags, ...draft.scope], draft.expiresAt)],
    metadata:
      draft.stripped.length === 0
        ? draft.metadata
        : { ...draft.metadata, [RECALLED]: draft.stripped.slice(0, MAX_RECALLED).join(' ') },
    provenance: [provenance],
    dates: draft.dates,
    context,
    images: draft.pictures.map(({ record }) => record),
    ...(draft.note === null ? {} : { note: structureOf(draft.note) }),
  };
}

/** A note without the ids of the memories it refers to: those are stored as links. */
export function structureOf({
  turns: _t,
  replaces: _r,
  doubts: _d,
  ...note
}: ParsedNoteInput): Note {
  return note;
}

/** Maximum confidence to which repetition by each source raises a memory: many pages do not equal the user's word. */
const CEILING: Readonly<Record<Source, number>> = { user: 1, agent: 0.95, tool: 0.9, web: 0.75 };

/**
 * A repeated memory: more evidence, a little more confidence and importance, no copy. Only a new witness raises
 * confidence: one session, feed or site may say the same a hundred times.
 */
export function reinforce(
  memory: Memory,
  evidence: Provenance,
  scope: readonly string[] = [],
): Memory {
  const counts = memory.provenance.length < MAX_PROVENANCE && isNewWitness(memory, evidence);
  const gain = counts ? REPEAT_GAIN : 0;
  return {
    ...memory,
    confidence: Math.max(
      memory.confidence,
      Math.min(CEILING[evidence.source], memory.confidence + (1 - memory.confidence) * gain),
    ),
    importance: memory.importance + (1 - memory.importance) * gain * 0.5,
    version: memory.version + 1,
    tags: [...new Set([...memory.tags, ...scope])],
    provenance: [
      ...memory.provenance.slice(0, 1),
      ...[...memory.provenance.slice(1), evidence].slice(1 - MAX_PROVENANCE),
    ],
  };
}

/**
 * Whether this very piece of evidence is already recorded. A named turn of a session is one statement, however often
 * it is submitted; for another file with the same turn names, the time decides. Without turn names, file and time
 * decide.
 */
export function isKnownEvidence(memory: Memory, evidence: Provenance): boolean {
  const { turn, origin, saidAt } = evidence;
  return ofTheSamePlace(memory, evidence).some((known) =>
    turn === null
      ? origin !== null && known.origin === origin && known.saidAt === saidAt
      : known.origin === origin || known.saidAt === saidAt,
  );
}

/**
 * Whether an input that repeats a memory adds no evidence. With identical words and no turn, a retried call cannot be
 * distinguished from a person repeating it: without a time, they count once per session, and without a session once
 * per day.
 */
export function isCounted(
  memory: Memory,
  { hash, provenance, timed }: Pick<AdmittedInput, 'hash' | 'provenance' | 'timed'>,
): boolean {
  if (isKnownEvidence(memory, provenance)) return true;
  const { turn, session, origin, source, saidAt } = provenance;
  return (
    turn === null &&
    hash === memory.contentHash &&
    ofTheSamePlace(memory, provenance).some(
      (known) =>
        known.origin === origin &&
        known.source === source &&
        (known.saidAt === saidAt ||
          (!timed && (session !== null || Math.abs(saidAt - known.saidAt) < DAY))),
    )
  );
}

function ofTheSamePlace({ provenance }: Memory, { turn, session }: Provenance): Provenance[] {
  return provenance.filter((known) => known.turn === turn && known.session === session);
}

/** When it happened: as given; else the only date in the text; else when it was said. */
function occurrence(draft: ReadDraft): {
  occurredFrom: Instant;
  occurredTo: Instant;
  occurredPrecision: Precision;
} {
  if (draft.occurred !== null) {
    return {
      occurredFrom: draft.occurred.from,
      occurredTo: draft.occurred.to,
      occurredPrecision: spanPrecision(draft.occurred),
    };
  }
  const once = draft.dates.filter((date) => !date.recurring);
  const [date] = once;
  if (date !== undefined && once.length === 1) {
    return { occurredFrom: date.from, occurredTo: date.to, occurredPrecision: date.precision };
  }
  const said = draft.saidOn ?? { from: draft.saidAt, to: draft.saidAt + 1 };
  return {
    occurredFrom: said.from,
    occurredTo: said.to,
    occurredPrecision: spanPrecision(said),
  };
}

/** A first estimate of a text's importance, 0.1..0.9: names, dates, numbers or reasons matter more than chat. */
function readImportance({ traits, linked, dates, terms }: EmbeddedDraft): number {
  if ((traits & TRAITS.smallTalk) !== 0) return 0.1;
  const signs = Math.min(linked.length, 3) * 0.06 + Math.min(dates.length, 2) * 0.06;
  const statement = (traits & TRAITS.question) === 0 ? 0.1 : 0;
  const reasons = (traits & (TRAITS.cause | TRAITS.number)) !== 0 ? 0.08 : 0;
  return Math.min(0.9, 0.3 + signs + statement + reasons + Math.min(terms.length, 40) / 400);
}

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
