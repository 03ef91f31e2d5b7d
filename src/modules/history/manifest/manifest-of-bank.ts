import { writeManifest } from './write-manifest.js';
import { ManifestInput, PINNED, type Manifest } from '../../../domain/manifest.js';
import { parseInput } from '../../../domain/parse-input.js';
import type { EngineParts, OpenBank } from '../../../bank/core.js';
import { listMemories } from '../../inspect/index.js';

const MAX_CONFLICTS = 100;

/** The bank as a file for a person to edit: its most important memories, its open conflicts, and space for commands. */
export async function manifestOf(
  raw: unknown,
  bank: OpenBank,
  { store, clock, stemmer }: EngineParts,
): Promise<Manifest> {
  const { match, tags, limit } = parseInput(ManifestInput, raw, 'manifest');
  await bank.state.follow();
  // Read first: what is committed meanwhile then counts as a change after the file.
  const sequence = (await store.bank(bank.name))?.sequence ?? 0;
  const memories =
    match === undefined
      ? await weightiest(bank, tags, limit, store)
      : (await listMemories({ match, tags, limit }, bank, { store, stemmer })).memories;
  const { items: conflicts } = await store.conflicts(
    bank.name,
    { status: 'pending' },
    MAX_CONFLICTS,
  );
  const rivals = await store.get(bank.name, [
    ...new Set(conflicts.flatMap(({ older, newer }) => [older, newer])),
  ]);
  const markdown = writeManifest({
    bank: bank.name,
    sequence,
    at: clock.now(),
    memories,
    conflicts,
    rivals: new Map(rivals.map((memory) => [memory.id, memory])),
  });
  return {
    bank: bank.name,
    sequence,
    memories: memories.length,
    conflicts: conflicts.length,
    markdown,
  };
}

/** Pinned ones, then the most important, then the newest. */
async function weightiest(
  { name, state: { index } }: OpenBank,
  tags: readonly string[] | undefined,
  limit: number,
  store: EngineParts['store'],
) {
  const slots: number[] = [];
  for (let slot = 0; slot < index.size; slot++)
    if (index.isLive(slot) && (tags ?? []).every((tag) => index.tags(slot).includes(tag)))
      slots.push(slot);
  const pinned = (slot: number): number => Number(index.tags(slot).includes(PINNED));
  slots.sort(
    (a, b) =>
      pinned(b) - pinned(a) ||
      index.importance.get(b) - index.importance.get(a) ||
      index.recordedAt.get(b) - index.recordedAt.get(a) ||
      b - a,
  );
  return store.get(
    name,
    slots.slice(0, limit).map((slot) => index.id(slot)),
  );
}
