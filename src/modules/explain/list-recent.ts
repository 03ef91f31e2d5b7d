import { z } from 'zod';
import { Memory } from '../../domain/memory.js';
import type { MemoryId } from '../../domain/ids.js';
import { SessionId } from '../../domain/ids.js';
import { parseInput } from '../../domain/parse-input.js';
import { RecallProfile } from '../../domain/profile.js';
import { scopeTags, type OfUser } from '../../domain/scope.js';
import { isReflected } from '../../domain/reflection.js';
import type { OpenBank } from '../../bank/core.js';
import type { Of, SchemaOf } from '../../domain/schema.js';
import { pageInput, pageOutput } from '../../domain/page.js';
import { startWalk, type Place } from '../../bank/pages.js';
import type { BankIndex } from '../../indexes/bank-index.js';

/** Which of the newest memories to list. */
export const RecentFilter = z.strictObject({
  ...pageInput('How many memories at most.', 10, 100),
  session: SessionId.optional().describe('Only this session.'),
  agentId: RecallProfile.shape.agentId,
  runId: RecallProfile.shape.runId,
});
export type RecentFilter = z.input<typeof RecentFilter> & OfUser;

const recentMemoriesShape = z.strictObject({
  /** Newest first, by order of recording. */
  memories: z.array(Memory),
  /** The bank's change number it is based on. */
  sequence: z.number(),
  ...pageOutput,
});
export interface RecentMemories extends Of<typeof recentMemoriesShape> {}
export const RecentMemories: SchemaOf<RecentMemories, typeof recentMemoriesShape> =
  recentMemoriesShape;

const PAGE = 100;

/** Walks back from the bank's last memory until there are enough. */
export async function listRecent(raw: unknown, { name, state }: OpenBank): Promise<RecentMemories> {
  const asked = parseInput(RecentFilter, raw, 'recent');
  const { limit, session, cursor: _, ...scope } = asked;
  const walk = startWalk('recent', name, asked);
  const tags = scopeTags(scope);
  await state.follow();
  const { index, sequence } = state;
  const found: Memory[] = [];
  for (let slot = newestBehind(walk.from, index); slot >= 0 && found.length <= limit;) {
    const ids: MemoryId[] = [];
    for (; slot >= 0 && ids.length < PAGE; slot--)
      if (index.isLive(slot) && tags.every((tag) => index.tags(slot).includes(tag)))
        ids.push(index.id(slot));
    const byId = new Map((await state.memories.get(ids)).map((memory) => [memory.id, memory]));
    found.push(
      ...ids
        .flatMap((id) => byId.get(id) ?? [])
        .filter(
          (memory) => !isReflected(memory) && (session === undefined || memory.session === session),
        ),
    );
  }
  const memories = found.slice(0, limit);
  const last = memories.at(-1);
  const next =
    last === undefined || found.length <= limit ? null : walk.cursor([last.recordedAt, last.id]);
  return { memories, sequence, next };
}

/** The newest slot behind the last memory of the page before; where that was erased, the newest that is no later. */
function newestBehind(from: Place | null, index: BankIndex): number {
  if (from === null) return index.size - 1;
  const shown = index.slot(String(from[1]) as MemoryId);
  if (shown >= 0) return shown - 1;
  let slot = index.size - 1;
  while (slot >= 0 && index.recordedAt.get(slot) > Number(from[0])) slot--;
  return slot;
}
