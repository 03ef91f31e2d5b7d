import type { JournalEntry } from '@mneme/core/domain/change.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { type Edge, nodeKind } from '@mneme/core/domain/graph.js';
import type { BankName, EntityId, MemoryId } from '@mneme/core/domain/ids.js';
import type { Memory } from '@mneme/core/domain/memory.js';
import { isReflected, type ReflectionKind } from '@mneme/core/domain/reflection.js';
import type { Instant } from '@mneme/core/domain/time.js';
import { mayStateOpinion } from '@mneme/core/language/judgements.js';
import { type Assertion, mayBear, readAssertions } from './distil-principles.js';
import { isRead, opinionsOf, type ReflectRun, SELF, type Statement } from './reflect-run.js';
import { evidenceByReflection } from './plan-reflection.js';
import type { Store } from '@mneme/core/ports/store.js';
import { everyPage } from '@mneme/core/domain/schema.js';
import { journalAfter } from '@mneme/core/bank/pages.js';

const MAX_LINKS = 1_000;

/** What has to be reflected on. */
export interface Touched {
  readonly entities: ReadonlySet<EntityId>;
  /** Memories put, changed or retracted; null for the whole bank. */
  readonly memories: ReadonlySet<MemoryId> | null;
  /** The changes considered: after `from`, up to `to`. */
  readonly from: number;
  readonly to: number;
  /** Whether there was something new to reflect on, and none of it was left out. */
  readonly completes: boolean;
}

/** The whole bank, when nothing was reflected on before. */
export function everything(run: ReflectRun, to: number): Touched {
  return {
    entities: new Set(Array.from(run.state.entities.all(), ({ id }) => id)),
    memories: null,
    from: 0,
    to,
    completes: to !== 0,
  };
}

/**
 * What the changes after `upTo` touched, except those that reflection made: the entities named by memories that were
 * added, changed or removed, and those whose reflections lost evidence. With `since`, only changes made at or after
 * that moment.
 */
export async function whatChanged(
  run: ReflectRun,
  upTo: number,
  to: number,
  since?: Instant,
): Promise<Touched> {
  const { bank, ports } = run;
  const memories = new Set<MemoryId>();
  const entities = new Set<EntityId>();
  let first: number | null = null;
  const left = { new: false, unread: false };
  let all = false;
  let isNew = since === undefined || upTo === 0;
  for await (const [entry, before] of changesUpTo(to, since === undefined ? upTo : 0, run)) {
    if (entry.verb !== 'reflect') {
      // Another disposition affects every reflection.
      all ||= entry.verb === 'configure';
      const counts = since === undefined || entry.at >= since;
      left.new ||= isNew;
      left.unread ||= isNew && !counts;
      if (counts) {
        first ??= before;
        for (const id of entry.memories) memories.add(id);
        for (const id of entry.entities) entities.add(id);
        for (const edge of [...entry.edges, ...entry.removedEdges]) addEnds(edge, entities);
      }
    }
    isNew ||= entry.sequence === upTo;
  }
  const from = since === undefined ? upTo : (first ?? to);
  const completes = left.new && !left.unread;
  if (all) return { ...everything(run, to), from, completes };
  for (const edge of await ports.store.neighbours(bank, [...memories], ['relational'], MAX_LINKS))
    addEnds(edge, entities);
  const untouched = (memories.size === 0 ? [] : run.existing.all()).filter(
    ({ metadata: { about } }) => typeof about === 'string' && !entities.has(about as EntityId),
  );
  const lost = await lostEvidence(untouched, bank, ports.store);
  for (const { id, metadata } of untouched)
    if (lost.has(id)) entities.add(metadata['about'] as EntityId);
  return { entities, memories, from, to, completes };
}

/** The changes committed after one, up to another, each with the preceding one. */
async function* changesUpTo(
  to: number,
  after: number,
  { bank, ports }: ReflectRun,
): AsyncGenerator<readonly [entry: JournalEntry, before: number], void, undefined> {
  let before = after;
  if (before === to) return;
  for await (const entry of journalAfter(bank, after, ports.store)) {
    yield [entry, before];
    before = entry.sequence;
    if (before === to) return;
  }
}

/** Those of the reflections that rest on a retracted memory. */
export async function lostEvidence(
  reflections: readonly Memory[],
  bank: BankName,
  store: Pick<Store, 'neighbours' | 'get'>,
): Promise<ReadonlySet<MemoryId>> {
  const edges = await evidenceByReflection(reflections, bank, store);
  const derived = new Map(
    reflections.map(({ id }) => [
      id,
      new Set(
        (edges.get(id) ?? [])
          .filter(({ role }) => role === 'derived_from')
          .map(({ to }) => to as MemoryId),
      ),
    ]),
  );
  const asked = [...new Set([...derived.values()].flatMap((ids) => [...ids]))];
  const standing = new Set(
    (await store.get(bank, asked))
      .filter(({ retractedAt }) => retractedAt === null)
      .map(({ id }) => id),
  );
  const lost = reflections.filter(({ id, metadata }) => {
    const left = [...(derived.get(id) ?? [])].filter((each) => standing.has(each));
    return left.length < Number(metadata['evidence'] ?? 0);
  });
  return new Set(lost.map(({ id }) => id));
}

function addEnds({ from, to }: Edge, entities: Set<EntityId>): void {
  for (const id of [from, to]) if (nodeKind(id) === 'entity') entities.add(id as EntityId);
}

const PAGE = 500;

/** Statements and assertions that belong to no entity; null if nothing relevant to them has changed. */
interface Scan {
  /** Likes, dislikes and judgements without a named speaker. */
  readonly own: readonly Statement[] | null;
  readonly assertions: readonly Assertion[] | null;
}

/** Walks through the bank once, if what changed may affect its own opinions or its principles. */
export async function scanBank(
  { memories }: Touched,
  kinds: ReadonlySet<ReflectionKind>,
  run: ReflectRun,
): Promise<Scan> {
  const changed =
    memories === null
      ? null
      : (await run.ports.store.get(run.bank, [...memories])).filter(
          (memory) => !isReflected(memory),
        );
  const own =
    kinds.has('opinion') && (changed === null || changed.some(speaksForItself))
      ? ([] as Statement[])
      : null;
  const assertions =
    kinds.has('principle') && (changed === null || changed.some((memory) => bears(memory, run)))
      ? ([] as Assertion[])
      : null;
  if (own === null && assertions === null) return { own, assertions };
  for await (const items of everyPage((after) => run.ports.store.find(run.bank, {}, PAGE, after))) {
    if (run.options.signal?.aborted === true)
      throw new MnemeError('interrupted', 'Stopped before anything was written.', {
        hint: 'Run `mneme reflect` again.',
      });
    for (const memory of items) {
      if (isReflected(memory)) continue;
      if (own !== null && !isRead(memory, run) && speaksForItself(memory))
        own.push(...opinionsOf(SELF, run.statements.of(memory)));
      if (!isRead(memory, run)) assertions?.push(...readAssertions(memory, run.ports.stemmer));
    }
  }
  return { own, assertions };
}

/** Whether a principle may rest on it. */
const bears = (memory: Memory, run: ReflectRun): boolean =>
  (memory.note?.outcome ?? null) !== null || mayBear(memory, run.ports.stemmer);

function speaksForItself(memory: Memory): boolean {
  return memory.speaker === null && mayStateOpinion(memory.content);
}
