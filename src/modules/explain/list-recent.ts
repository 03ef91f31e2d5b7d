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

/** Which of the newest memories to list. */
export const RecentFilter = z.strictObject({
  limit: z
    .int()
    .min(1, 'must be 1 to 100')
    .max(100, 'must be 1 to 100')
    .default(10)
    .describe('How many memories at most.'),
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
});
export interface RecentMemories extends Of<typeof recentMemoriesShape> {}
export const RecentMemories: SchemaOf<RecentMemories, typeof recentMemoriesShape> =
  recentMemoriesShape;

const PAGE = 100;

/** Walks back from the bank's last memory until there are enough. */
export async function listRecent(raw: unknown, { state }: OpenBank): Promise<RecentMemories> {
  const { limit, session, ...scope } = parseInput(RecentFilter, raw, 'recent');
  const tags = scopeTags(scope);
  await state.follow();
  const { index, sequence } = state;
  const found: Memory[] = [];
  for (let slot = index.size - 1; slot >= 0 && found.length < limit;) {
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
  return { memories: found.slice(0, limit), sequence };
}
