import { z } from 'zod';
import { openQuestions } from '../consolidation/index.js';
import type { EngineParts, OpenBank } from '@mneme/core/bank/core.js';
import { type BankName, type ContextId, MemoryId } from '@mneme/core/domain/ids.js';
import { CurationTask } from '@mneme/core/domain/night.js';
import type { WorthSuggestion } from '@mneme/core/domain/receipt.js';
import type { Of, SchemaOf } from '@mneme/core/domain/schema.js';
import { NONE } from '@mneme/core/indexes/bank-index.js';
import type { BankState } from '@mneme/core/indexes/bank-state.js';
import type { Stemmer } from '@mneme/core/language/stem.js';
import { latest, Pulse, pulseOf } from '@mneme/core/modules/context/index.js';
import { reportMetaMemory } from '@mneme/core/modules/feedback/index.js';
import { differencesOf } from '@mneme/core/modules/history/index.js';
import { nearCopies } from '@mneme/core/modules/salience/index.js';
import { noteConflicts } from '@mneme/core/modules/validity/index.js';
import type { Store } from '@mneme/core/ports/store.js';
import type { Clock } from '@mneme/core/ports/system.js';
import { Lifecycle, lifecycleOf } from '@mneme/core/spaces/learning-score.js';

/** Number of the latest memories considered: an agent that follows the suggestions has handled earlier ones. */
const WEIGHED = 3;

interface TaskPorts {
  readonly bank: BankName;
  readonly state: BankState;
  readonly store: Store;
  readonly clock: Clock;
  readonly stemmer: Stemmer;
}

/** Pending tasks, unfinished erasure first; at most `limit` of each kind. */
async function waitingTasks(
  { bank, state, ...parts }: TaskPorts,
  limit: number,
  memories?: readonly MemoryId[],
): Promise<CurationTask[]> {
  const { store } = parts;
  const between = (await noteConflicts({ name: bank, state }, parts)).filter(
    ({ older, newer }) =>
      memories === undefined || [older, newer].some((id) => memories.includes(id)),
  );
  const { items } = await store.conflicts(
    bank,
    { status: 'pending', ...(memories === undefined ? {} : { memories }) },
    limit,
  );
  return [
    ...(await unfinishedErasure(bank, store)),
    ...[...between, ...items]
      .slice(0, limit)
      .map(({ id, older, newer, subject, slot, verdict }): CurationTask => ({
        task: 'settle_conflict',
        memories: [older, newer],
        reason: `${subject}: ${slot} (${id})`,
        tool: 'resolve',
        settledBy: ['newer', 'older'].map((keep) => ({
          operation: 'resolve',
          input: { id, keep },
        })),
        priority: verdict === 'actual' ? 'high' : 'normal',
      })),
    ...(await openQuestions(bank, store)).filter(
      ({ memories: about }) =>
        memories === undefined || about.some((each) => memories.includes(each)),
    ),
  ];
}

async function unfinishedErasure(bank: BankName, store: Store): Promise<CurationTask[]> {
  const since = await store.unfinishedErasure(bank);
  if (since === null) return [];
  return [
    {
      task: 'finish_erasure',
      memories: [],
      reason: `what was erased on ${new Date(since).toISOString()} is still in the file`,
      tool: 'doctor',
      settledBy: [{ operation: 'doctor', input: {} }],
      priority: 'high',
    },
  ];
}

/**
 * What to do first in a bank: pending tasks, then near-duplicates among the latest memories. Low worth is no reason
 * to suggest forgetting a memory: the receipt states it, and it may be needed later.
 */
export async function firstThings(ports: TaskPorts): Promise<WorthSuggestion[]> {
  const tasks = await waitingTasks(ports, 1);
  const { index } = ports.state;
  const ids = latest(ports.state)
    .slice(0, WEIGHED)
    .map((slot) => index.id(slot));
  const all = [...tasks.flatMap(asSuggestion), ...(await nearCopies(ids, ports))];
  const can = await Promise.all(all.map((each) => isAccepted(each, ports)));
  return all.filter((_, at) => can[at]);
}

/** Merging is refused where the two differ in provenance (different speakers) or are in conflict. */
async function isAccepted(
  { operation, input }: WorthSuggestion,
  { bank, store }: TaskPorts,
): Promise<boolean> {
  const ids = z.object({ ids: z.array(MemoryId) }).safeParse(input).data?.ids;
  if (operation !== 'merge' || ids === undefined) return true;
  const both = await store.get(bank, ids);
  const { items } = await store.conflicts(bank, { status: 'pending', memories: ids }, 10);
  return both.length === ids.length && differencesOf(both, items).length === 0;
}

/**
 * The wording of suggestions. A task's own reason may quote memories, and a pulse is returned outside the marks for
 * quoted text.
 */
const WAITS: Readonly<Record<CurationTask['task'], string>> = {
  finish_erasure: 'What was erased is still in the file.',
  settle_conflict: 'Two memories disagree, and nobody has said which of them holds.',
  merge_copies: 'Two memories may say the same in other words.',
  review_memory: 'A memory waits for somebody to look at it.',
};

/** Suggests the first action that settles a task. */
function asSuggestion({ task, settledBy: [settling] }: CurationTask): WorthSuggestion[] {
  return settling === undefined ? [] : [{ why: WAITS[task], ...settling }];
}

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
