import { z } from 'zod';
import { nodeKind, type Entity, NamedEntity } from '../../domain/graph.js';
import type { BankName, MemoryId } from '../../domain/ids.js';
import { AsOfInput } from '../../domain/input.js';
import { Memory } from '../../domain/memory.js';
import { parseInput } from '../../domain/parse-input.js';
import { isReflected } from '../../domain/reflection.js';
import type { Of, SchemaOf } from '../../domain/schema.js';
import { Instant } from '../../domain/time.js';
import { isUndone } from '../../domain/reversal.js';
import type { BankIndex } from '../../indexes/bank-index.js';
import type { Store } from '../../ports/store.js';
import type { EngineParts, OpenBank } from '../../bank/core.js';
import { resolveName } from '../../bank/resolve-name.js';
import { ShownClaim } from '../explain/index.js';
import { readMemoryValidity } from '../validity/index.js';
import { bySlot, HeldClaim, heldClaims } from './held-claims.js';

export const AboutInput = z.strictObject({
  about: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(500)
    .describe('Somebody or something: a name, or an entity’s id.'),
  asOf: AsOfInput.optional().describe('What the bank held at that moment. Default: now.'),
  recent: z
    .int()
    .min(0, 'must be 0 to 200')
    .max(200, 'must be 0 to 200')
    .default(20)
    .describe('Most memories that name it, newest first.'),
});
export type AboutInput = z.input<typeof AboutInput>;

const aboutShape = z.strictObject({
  entity: NamedEntity,
  aliases: z.array(z.string()),
  firstSeenAt: Instant,
  /** By slot, those that something holds in first; in each what holds comes first, then the newest. */
  slots: z.array(z.strictObject({ slot: ShownClaim.shape.slot, claims: z.array(HeldClaim) })),
  /** Memories that name it, or that it said, of those that were read. */
  memories: z.number(),
  /** Whether there were more than were read. */
  partial: z.boolean(),
  /** What reflection made of it; null where there is none. */
  observation: Memory.nullable(),
  recent: z.array(Memory),
});
export interface About extends Of<typeof aboutShape> {}
export const About: SchemaOf<About, typeof aboutShape> = aboutShape;

const MAX_LINKS = 2_000;
const MAX_GONE = 2_000;

/** What is held of somebody or something, slot by slot, now and before. Throws `not_found` for a name that nothing has. */
export async function readAbout(
  raw: unknown,
  bank: OpenBank,
  { store, clock }: EngineParts,
): Promise<About> {
  const { about, asOf, recent } = parseInput(AboutInput, raw, 'about');
  const { name, state } = bank;
  await state.follow();
  const entity = resolveName(about, 'about', bank);
  const { ids, partial } = await linkedTo(entity, name, store);
  const gone = goneFrom(state.index, asOf).filter((id) => !ids.includes(id));
  const stored = await store.claimsOf(name, [...ids, ...gone]);
  const claiming = new Set(stored.map(({ memory }) => memory));
  const read = [...ids, ...gone.filter((id) => claiming.has(id))];
  const memories = (await store.get(name, read, asOf)).filter(
    (memory) =>
      memory.quarantine === null &&
      (asOf === undefined ? !isUndone(memory) : memory.retractedAt === null),
  );
  const validity = await readMemoryValidity(memories, {
    bank: name,
    now: asOf ?? clock.now(),
    profile: asOf === undefined ? {} : { asOf },
    state,
    ports: { store },
  });
  const claims = heldClaims(memories, stored, entity, validity);
  const named = new Set([...ids, ...claims.map(({ claim }) => claim.memory)]);
  const told = memories.filter(
    (memory) => memory.retractedAt === null && !isReflected(memory) && named.has(memory.id),
  );
  return {
    entity: { id: entity.id, name: entity.name, type: entity.type },
    aliases: [...entity.aliases],
    firstSeenAt: entity.firstSeenAt,
    slots: bySlot(claims),
    memories: told.length,
    partial,
    observation: memories.find((memory) => isObservationOf(memory, entity)) ?? null,
    recent: told.sort((a, b) => b.saidAt - a.saidAt || (a.id < b.id ? 1 : -1)).slice(0, recent),
  };
}

/** Memories that name it or that it said, by its strongest links. */
async function linkedTo(
  { id }: Entity,
  bank: BankName,
  store: Store,
): Promise<{ readonly ids: readonly MemoryId[]; readonly partial: boolean }> {
  const edges = await store.neighbours(
    bank,
    [id],
    ['relational', 'hierarchical', 'causal'],
    MAX_LINKS,
  );
  const ends = edges.flatMap(({ from, to, evidence }) => [from, to, evidence]);
  return {
    ids: [...new Set(ends)].filter(
      (end): end is MemoryId => end !== null && nodeKind(end) === 'memory',
    ),
    partial: edges.length >= MAX_LINKS,
  };
}

/** What was taken back since, whose links went with it: of now all, of a moment what stood then; the latest recorded first. */
function goneFrom(index: BankIndex, asOf: Instant | undefined): MemoryId[] {
  const found: MemoryId[] = [];
  for (let slot = index.size - 1; slot >= 0 && found.length < MAX_GONE; slot--) {
    if (index.isLive(slot)) continue;
    const stood =
      asOf === undefined ||
      (index.recordedAt.get(slot) <= asOf && index.retractedAt.get(slot) > asOf);
    if (stood) found.push(index.id(slot));
  }
  return found;
}

function isObservationOf(memory: Memory, { id }: Entity): boolean {
  return (
    memory.retractedAt === null &&
    isReflected(memory) &&
    memory.kind === 'observation' &&
    memory.metadata['about'] === id
  );
}
