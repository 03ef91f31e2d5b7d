import { z } from 'zod';
import { EMPTY_CHANGE } from '../../domain/change.js';
import { MnemeError } from '../../domain/errors.js';
import { EXPIRY_TAG, expiryOf } from '../../domain/expiry.js';
import type { Edge } from '../../domain/graph.js';
import { MemoryId } from '../../domain/ids.js';
import { Memory } from '../../domain/memory.js';
import type { NoteInput } from '../../domain/note.js';
import { parseInput } from '../../domain/parse-input.js';
import { isScopeTag, scopeOf } from '../../domain/scope.js';
import { QuarantineChoice, QuarantineFilter } from '../../domain/quarantine-input.js';
import type { Receipt } from '../../domain/receipt.js';
import { remember } from '../../remember/remember.js';
import type { EngineParts, OpenBank } from '../../bank/core.js';
import type { Instant } from '../../domain/time.js';
import type { Of, SchemaOf } from '../../domain/schema.js';
import { pageOutput } from '../../domain/page.js';
import { startWalk, storePageOf } from '../../bank/pages.js';

const quarantinePageShape = z.strictObject({
  memories: z.array(Memory),
  ...pageOutput,
});
/** A page of quarantined memories, in order of recording, with the reasons. */
export interface QuarantinePage extends Of<typeof quarantinePageShape> {}
export const QuarantinePage: SchemaOf<QuarantinePage, typeof quarantinePageShape> =
  quarantinePageShape;

const rejectionShape = z.strictObject({
  /** What stays out permanently, unless it is released after all. */
  rejected: z.array(MemoryId),
  sequence: z.number(),
});
export interface Rejection extends Of<typeof rejectionShape> {}
export const Rejection: SchemaOf<Rejection, typeof rejectionShape> = rejectionShape;

export async function listQuarantine(
  raw: unknown,
  { name }: OpenBank,
  { store }: EngineParts,
): Promise<QuarantinePage> {
  const asked = parseInput(QuarantineFilter, raw, 'filter');
  const { items, next } = await storePageOf(startWalk('quarantine_list', name, asked), (from) =>
    store.find(name, { quarantined: true }, asked.limit, from),
  );
  return { memories: items, next };
}

/**
 * Releases quarantined memories: each is analysed and linked like any other, under its own id and with the
 * trust of its source. One after another, each a change of its own. Throws `not_found`, `invalid_input` for
 * what is not quarantined.
 */
export async function releaseQuarantined(
  raw: unknown,
  bank: OpenBank,
  parts: EngineParts,
): Promise<readonly Receipt[]> {
  const { ids } = parseInput(QuarantineChoice, raw, 'release');
  const receipts: Receipt[] = [];
  for (const memory of await heldMemories(ids, bank, parts)) {
    const input = { ...asInput(memory, parts.clock.now()), ...(await noteOf(memory, bank, parts)) };
    const batch = await remember([input], bank.name, bank.state, parts, {
      verb: 'release',
      actor: parts.actor,
      released: memory,
    });
    const [receipt] = batch.receipts;
    if (receipt === undefined) continue;
    // Somebody else has said it meanwhile: there is nothing to release.
    if (receipt.id !== memory.id) await close([memory], `said already: ${receipt.id}`, bank, parts);
    receipts.push(receipt);
  }
  return receipts;
}

/**
 * Rejects quarantined memories: they are no longer listed, and the same text is not stored again. Throws
 * `not_found`, `invalid_input` for what is not quarantined.
 */
export async function rejectQuarantined(
  raw: unknown,
  bank: OpenBank,
  parts: EngineParts,
): Promise<Rejection> {
  const { ids, reason } = parseInput(QuarantineChoice, raw, 'reject');
  const held = await heldMemories(ids, bank, parts);
  const sequence = await close(
    held,
    reason === '' ? 'rejected' : `rejected: ${reason}`,
    bank,
    parts,
  );
  return { rejected: held.map(({ id }) => id), sequence };
}

async function heldMemories(
  ids: readonly MemoryId[],
  { name }: OpenBank,
  { store }: EngineParts,
): Promise<readonly Memory[]> {
  const asked = [...new Set(ids)];
  const memories = await store.get(name, asked);
  const missing = asked.find((id) => !memories.some((memory) => memory.id === id));
  if (missing !== undefined)
    throw new MnemeError('not_found', `There is no memory ${missing}.`, {
      field: 'ids',
      value: missing,
      hint: 'List what is held back with `mneme quarantine list`; nothing was changed.',
    });
  const free = memories.find(({ quarantine }) => quarantine === null);
  if (free !== undefined)
    throw new MnemeError('invalid_input', `${free.id} is not held back.`, {
      field: 'ids',
      value: free.id,
      hint: 'List what is with `mneme quarantine list`; nothing was changed.',
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

/** The structure of a note that was held back, with the links that lie with it, as far as they still lead somewhere. */
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

/** The original input, as far as the memory preserves it; its pictures are stored already. */
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
    tags: tags.filter((tag) => !tag.startsWith(EXPIRY_TAG) && !isScopeTag(tag)),
    ...scopeOf(tags),
    ...(expiresAt === null || expiresAt <= now ? {} : { expiresAt }),
    metadata,
    ...(occurredFrom === saidAt ? {} : { occurredFrom, occurredTo }),
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)),
  };
}
