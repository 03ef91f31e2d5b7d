import { z } from 'zod';
import type { CurationTask } from '@mneme/core/domain/night.js';
import { MemoryId, type BankName } from '@mneme/core/domain/ids.js';
import type { WorthSuggestion } from '@mneme/core/domain/receipt.js';
import type { BankState } from '@mneme/core/indexes/bank-state.js';
import type { Stemmer } from '@mneme/core/language/stem.js';
import type { Clock } from '@mneme/core/ports/system.js';
import type { Store } from '@mneme/core/ports/store.js';
import { differencesOf } from '@mneme/core/modules/history/index.js';
import { openQuestions } from '../consolidation/index.js';
import { nearCopies } from '@mneme/core/modules/salience/index.js';
import { noteConflicts } from '@mneme/core/modules/validity/index.js';
import { latest } from '@mneme/core/modules/context/index.js';

/** Number of the latest memories considered: an agent that follows the suggestions has handled earlier ones. */
const WEIGHED = 3;

export interface TaskPorts {
  readonly bank: BankName;
  readonly state: BankState;
  readonly store: Store;
  readonly clock: Clock;
  readonly stemmer: Stemmer;
}

/** Pending tasks, unfinished erasure first; at most `limit` of each kind. */
export async function waitingTasks(
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
