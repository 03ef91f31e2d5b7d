import { nodeKind, type Edge } from '../domain/graph.js';
import type { BankName, EntityId, MemoryId } from '../domain/ids.js';
import type { Memory } from '../domain/memory.js';
import type { Instant } from '../domain/time.js';
import type { Store } from '../ports/store.js';
import { evidenceEdges } from './plan-reflection.js';
import type { ReflectRun } from './ports.js';

const JOURNAL_PAGE = 500;
const MOST_LINKS = 1_000;

/** What has to be reflected on. */
export interface Touched {
  readonly entities: ReadonlySet<EntityId>;
  /** Memories put, changed or taken back; null for all of the bank. */
  readonly memories: ReadonlySet<MemoryId> | null;
  /** The changes looked at: after `from`, up to `to`. */
  readonly from: number;
  readonly to: number;
  /** The last of them that reflection did not make; 0 without any. */
  readonly latest: number;
}

/** Everything of a bank, as nothing was reflected on before. */
export function everything(run: ReflectRun, to: number): Touched {
  return {
    entities: new Set(Array.from(run.state.entities.all(), ({ id }) => id)),
    memories: null,
    from: 0,
    to,
    latest: to,
  };
}

/**
 * What the changes after `from` touched, those that reflection made left out: the entities named by memories that came, changed
 * or went, and those whose reflections lost evidence. With `since`, only changes made at or after that moment.
 */
export async function whatChanged(
  run: ReflectRun,
  from: number,
  to: number,
  since?: Instant,
): Promise<Touched> {
  const { bank, ports } = run;
  const memories = new Set<MemoryId>();
  const entities = new Set<EntityId>();
  let first = to;
  let latest = 0;
  let all = false;
  for (let after = from; after < to;) {
    const entries = await ports.store.since(bank, after, JOURNAL_PAGE);
    if (entries.length === 0) break;
    for (const entry of entries) {
      if (entry.verb === 'reflect' || entry.sequence > to) continue;
      latest = entry.sequence;
      // Another disposition colours everything anew.
      all ||= entry.verb === 'configure';
      if (since !== undefined && entry.at < since) continue;
      first = Math.min(first, entry.sequence - 1);
      for (const id of entry.memories) memories.add(id);
      for (const id of entry.entities) entities.add(id);
      for (const edge of [...entry.edges, ...entry.removedEdges]) addEnds(edge, entities);
    }
    after = entries.at(-1)?.sequence ?? to;
  }
  if (all) return { ...everything(run, to), from, latest };
  for (const id of memories)
    for (const edge of await ports.store.neighbours(bank, [id], ['relational'], MOST_LINKS))
      addEnds(edge, entities);
  for (const reflection of memories.size === 0 ? [] : run.existing.all()) {
    const about = reflection.metadata['about'];
    if (
      typeof about === 'string' &&
      !entities.has(about as EntityId) &&
      (await lostEvidence(reflection, bank, ports.store))
    )
      entities.add(about as EntityId);
  }
  return { entities, memories, from: since === undefined ? from : first, to, latest };
}

/** Whether a memory that a reflection rests on was taken back. */
export async function lostEvidence(
  reflection: Memory,
  bank: BankName,
  store: Pick<Store, 'neighbours' | 'get'>,
): Promise<boolean> {
  const derived = (await evidenceEdges(reflection, bank, store))
    .filter(({ role }) => role === 'derived_from')
    .map(({ to }) => to as MemoryId);
  const standing = (await store.get(bank, [...new Set(derived)])).filter(
    ({ retractedAt }) => retractedAt === null,
  );
  return standing.length < Number(reflection.metadata['evidence'] ?? 0);
}

function addEnds({ from, to }: Edge, entities: Set<EntityId>): void {
  for (const id of [from, to]) if (nodeKind(id) === 'entity') entities.add(id as EntityId);
}
