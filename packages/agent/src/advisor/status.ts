import { z } from 'zod';
import { NONE } from '@mneme/core/indexes/bank-index.js';
import type { ContextId } from '@mneme/core/domain/ids.js';
import { CurationTask } from '@mneme/core/domain/night.js';
import type { Store } from '@mneme/core/ports/store.js';
import { lifecycleOf, Lifecycle } from '@mneme/core/spaces/learning-score.js';
import type { EngineParts, OpenBank } from '@mneme/core/bank/core.js';
import { reportMetaMemory } from '@mneme/core/modules/feedback/index.js';
import { firstThings, waitingTasks, type TaskPorts } from './next-task.js';
import { pulseOf, Pulse } from '@mneme/core/modules/context/index.js';
import type { Of, SchemaOf } from '@mneme/core/domain/schema.js';

const memeticStatusShape = z.strictObject({
  pulse: Pulse,
  /** Main topics of the latest memories, as context names. */
  active: z.array(z.string()),
  /** In one word; the operation to call, with its arguments, is in `pulse.suggested`. */
  suggested: z.enum(['curate', 'clarify', 'explore', 'ready']),
  tasks: z.array(CurationTask),
  memories: z.number(),
  lifecycle: Lifecycle,
});
export interface MemeticStatus extends Of<typeof memeticStatusShape> {}
export const MemeticStatus: SchemaOf<MemeticStatus, typeof memeticStatusShape> = memeticStatusShape;

const RECENT = 50;
const MAX_ACTIVE = 5;
const MAX_TASKS = 10;

/** The state of the bank: its coherence, current topics, and pending tasks. */
export async function readStatus(
  bank: OpenBank,
  { store, clock, stemmer }: Pick<EngineParts, 'store' | 'clock' | 'stemmer'>,
): Promise<MemeticStatus> {
  await bank.state.follow();
  const ports = { bank: bank.name, state: bank.state, store, clock, stemmer };
  const pulse = pulseOf(bank.state, { first: await firstThings(ports) });
  const tasks = await tasksOf(ports);
  const { entropy, coherence } = pulse;
  return {
    pulse,
    active: await activeContexts(bank, store),
    suggested:
      tasks.length > 0
        ? 'curate'
        : coherence < 0.4
          ? 'clarify'
          : entropy > 0.7
            ? 'explore'
            : 'ready',
    tasks,
    memories: bank.state.index.live,
    lifecycle: lifecycleOf(bank.state.index.size),
  };
}

async function tasksOf(ports: TaskPorts): Promise<CurationTask[]> {
  const { review } = await reportMetaMemory({ name: ports.bank }, ports.store);
  const [waiting, reviews] = [
    await waitingTasks(ports, MAX_TASKS),
    review.map((memory): CurationTask => ({
      task: 'review_memory',
      memories: [memory],
      reason: 'it was said to be wrong',
      tool: 'forget_concept',
      settledBy: [{ operation: 'forget', input: { ids: [memory] } }],
      priority: 'normal',
    })),
  ];
  // Questions from consolidation come last: there may be many.
  const asks = waiting.filter(({ task }) => task === 'merge_copies');
  return [...waiting.filter((each) => !asks.includes(each)), ...reviews, ...asks].slice(
    0,
    MAX_TASKS,
  );
}

async function activeContexts(
  { name, state: { index } }: OpenBank,
  store: Store,
): Promise<string[]> {
  const counts = new Map<number, number>();
  let seen = 0;
  for (let slot = index.size - 1; slot >= 0 && seen < RECENT; slot--) {
    if (!index.isLive(slot)) continue;
    seen++;
    const context = index.context(slot);
    if (context !== NONE) counts.set(context, (counts.get(context) ?? 0) + 1);
  }
  const ids = [...counts]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, MAX_ACTIVE)
    .map(([context]) => index.contexts.text(context) as ContextId);
  const named = new Map(
    (await store.contexts(name, ids)).map((context) => [context.id, context.name]),
  );
  return ids.flatMap((id) => named.get(id) ?? []);
}
