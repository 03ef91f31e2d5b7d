import { z } from 'zod';
import { EMPTY_CHANGE, Reversal } from '../../domain/change.js';
import { MnemeError, noMemory } from '../../domain/errors.js';
import { EXPIRY_TAG, expiryOf } from '../../domain/memory-times.js';
import type { Edge } from '../../domain/graph.js';
import { audienceOf, isAudienceTag } from '../../domain/audience.js';
import { isScopeTag, MemoryId, scopeOf } from '../../domain/ids.js';
import { Memory } from '../../domain/memory.js';
import type { NoteInput } from '../../domain/note.js';
import type { QuarantineInput } from '../../domain/privacy.js';
import { Receipt } from '../../domain/receipt.js';
import { remember } from '../../remember/remember.js';
import type { EngineParts, OpenBank } from '../../bank/core.js';
import type { Instant } from '../../domain/time.js';
import { type Of, pageOutput, type SchemaOf } from '../../domain/schema.js';
import { reversalHash } from '../../bank/bank-handle.js';
import { parsePageRequest, storePageOf } from '../../bank/pages.js';

const quarantinePageShape = z.strictObject({
  memories: z.array(Memory),
  ...pageOutput,
});
/** A page of quarantined memories, in order of recording, with the reasons. */
export interface QuarantinePage extends Of<typeof quarantinePageShape> {}
export const QuarantinePage: SchemaOf<QuarantinePage, typeof quarantinePageShape> =
  quarantinePageShape;

const quarantineAnswerShape = z.strictObject({
  /** Memories waiting for review after these decisions. */
  ...quarantinePageShape.shape,
  /** Receipts of released memories; if requested. */
  released: z.exactOptional(z.array(Receipt)),
  /** Memories rejected permanently, unless released later; if requested. */
  rejected: z.exactOptional(z.array(MemoryId)),
  /** Undoes the rejection; each release is a separate change. */
  reversal: z.exactOptional(Reversal),
});
export interface QuarantineAnswer extends Of<typeof quarantineAnswerShape> {}
export const QuarantineAnswer: SchemaOf<QuarantineAnswer, typeof quarantineAnswerShape> =
  quarantineAnswerShape;

type Parsed = z.output<typeof QuarantineInput>;

/** A page of quarantined memories. */
export async function listQuarantine(
  { release: _, reject: __, reason: ___, ...asked }: Parsed,
  { name }: OpenBank,
  { store }: EngineParts,
): Promise<QuarantinePage> {
  const { items, next } = await storePageOf(parsePageRequest('quarantine', name, asked), (from) =>
    store.find(name, { quarantined: true }, asked.limit, from),
  );
  return { memories: items, next };
}

/**
 * Releases and rejects quarantined memories. Each released one is analysed and linked like any other, under its own
 * id and with its source's trust, in a separate change; rejected ones are no longer listed, and the same text is not
 * stored again. Throws `not_found`, `invalid_input` for memories that are not quarantined; then nothing changes.
 */
export async function reviewQuarantined(
  { release = [], reject = [], reason }: Parsed,
  bank: OpenBank,
  parts: EngineParts,
): Promise<Pick<QuarantineAnswer, 'released' | 'rejected' | 'reversal'>> {
  const wanted = await heldMemories(release, 'release', bank, parts);
  const turnedAway = await heldMemories(reject, 'reject', bank, parts);
  const released: Receipt[] = [];
  for (const memory of wanted) released.push(...(await letIn(memory, bank, parts)));
  if (turnedAway.length === 0) return { released };
  const why = reason === '' ? 'rejected' : `rejected: ${reason}`;
  const sequence = await close(turnedAway, why, bank, parts);
  return {
    ...(wanted.length === 0 ? {} : { released }),
    rejected: turnedAway.map(({ id }) => id),
    reversal: reversalHash(bank.name, sequence),
  };
}

async function letIn(memory: Memory, bank: OpenBank, parts: EngineParts): Promise<Receipt[]> {
  const input = { ...asInput(memory, parts.clock.now()), ...(await noteOf(memory, bank, parts)) };
  const { receipts } = await remember([input], bank.name, bank.state, parts, {
    verb: 'release',
    actor: parts.actor,
    released: memory,
  });
  // The same text was stored meanwhile, so there is nothing to release.
  for (const { id } of receipts)
    if (id !== memory.id) await close([memory], `said already: ${id}`, bank, parts);
  return [...receipts];
}

async function heldMemories(
  ids: readonly MemoryId[],
  field: string,
  { name }: OpenBank,
  { store }: EngineParts,
): Promise<readonly Memory[]> {
  const asked = [...new Set(ids)];
  const memories = await store.get(name, asked);
  const missing = asked.find((id) => !memories.some((memory) => memory.id === id));
  if (missing !== undefined)
    throw noMemory(
      missing,
      `quarantine.${field}`,
      'List what is held back with `mneme quarantine`; nothing was changed.',
    );
  const free = memories.find(({ quarantine }) => quarantine === null);
  if (free !== undefined)
    throw new MnemeError('invalid_input', `${free.id} is not held back.`, {
      field: `quarantine.${field}`,
      value: free.id,
      hint: 'List what is with `mneme quarantine`; nothing was changed.',
    });
  return memories;
}

async function close(
  memories: readonly Memory[],
  reason: string,
  { name }: OpenBank,
  { store, clock, actor }: EngineParts,
): Promise<number> {
  const at = clock.now();
  const closed = memories.map((memory) => ({
    ...memory,
    quarantine:
      memory.quarantine === null ? null : { ...memory.quarantine, status: 'rejected' as const },
    retractedAt: at,
    retraction: reason,
    version: memory.version + 1,
  }));
  return store.commit({
    ...EMPTY_CHANGE,
    bank: name,
    at,
    verb: 'reject',
    actor,
    reason,
    memories: closed,
  });
}

/** The structure of a quarantined note, with its stored links to memories that are still current. */
async function noteOf(
  { id, note }: Memory,
  { name }: OpenBank,
  { store }: EngineParts,
): Promise<{ readonly note?: NoteInput }> {
  if (note === undefined) return {};
  const links: Edge[] = [];
  for await (const page of store.edges(name)) links.push(...page.filter(({ from }) => from === id));
  links.sort((one, other) => other.weight - one.weight);
  const ids = links.map(({ to }) => to as MemoryId);
  const standing = new Set(
    (await store.get(name, ids)).filter((each) => each.retractedAt === null).map((each) => each.id),
  );
  const to = (role: Edge['role']): MemoryId[] =>
    links
      .filter((edge) => edge.role === role && standing.has(edge.to as MemoryId))
      .map((edge) => edge.to as MemoryId);
  return {
    note: {
      ...note,
      asks: [...note.asks],
      matters: [...note.matters],
      turns: to('derived_from'),
      replaces: to('supersedes'),
      doubts: to('doubts'),
    },
  };
}

/** Reconstructs the original input from the memory; its pictures are already stored. */
function asInput(
  {
    content,
    kind,
    confidence,
    speaker,
    saidAt,
    tags,
    metadata,
    provenance,
    occurredFrom,
    occurredTo,
  }: Memory,
  now: Instant,
): Record<string, unknown> {
  const expiresAt = expiryOf(tags);
  const [
    { session, turn, origin, source } = { session: null, turn: null, origin: null, source: 'web' },
  ] = provenance;
  const given = { speaker, session, turn, origin };
  return {
    content,
    kind,
    confidence,
    saidAt,
    source,
    tags: tags.filter(
      (tag) => !tag.startsWith(EXPIRY_TAG) && !isScopeTag(tag) && !isAudienceTag(tag),
    ),
    ...scopeOf(tags),
    ...audienceOf(tags),
    ...(expiresAt === null || expiresAt <= now ? {} : { expiresAt }),
    metadata,
    ...(occurredFrom === saidAt ? {} : { occurredFrom, occurredTo }),
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)),
  };
}
