import type { CurationTask } from '../../domain/curation-task.js';
import type { BankName, MemoryId } from '../../domain/ids.js';
import type { WorthSuggestion } from '../../domain/worth.js';
import type { BankState } from '../../indexes/bank-state.js';
import type { Store } from '../../ports/store.js';
import { openAsks } from '../idle/index.js';
import { adviseOn } from '../steering/index.js';
import { latest } from './pulse.js';

/** So many of the latest memories are weighed: an agent that follows what it is told has settled those before. */
const WEIGHED = 3;

export interface TaskPorts {
  readonly bank: BankName;
  readonly state: BankState;
  readonly store: Store;
}

/** What waits to be settled, the erasure before all else; at most `limit` of each kind. */
export async function waitingTasks(
  { bank, store }: TaskPorts,
  limit: number,
  memories?: readonly MemoryId[],
): Promise<CurationTask[]> {
  const { items } = await store.conflicts(
    bank,
    { status: 'pending', ...(memories === undefined ? {} : { memories }) },
    limit,
  );
  return [
    ...(await unfinishedErasure(bank, store)),
    ...items.map(({ id, older, newer, subject, slot, verdict }): CurationTask => ({
      task: 'settle_conflict',
      memories: [older, newer],
      reason: `${subject}: ${slot} (${id})`,
      tool: 'resolve',
      settledBy: ['newer', 'older'].map((keep) => ({ operation: 'resolve', input: { id, keep } })),
      priority: verdict === 'actual' ? 'high' : 'normal',
    })),
    ...(await openAsks(bank, store)).filter(
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

/** What to do first in a bank: what waits for somebody, then what would raise the worth of the latest memories. */
export async function firstThings(ports: TaskPorts): Promise<WorthSuggestion[]> {
  const tasks = await waitingTasks(ports, 1);
  const { index } = ports.state;
  const ids = latest(ports.state)
    .slice(0, WEIGHED)
    .map((slot) => index.id(slot));
  return [...tasks.flatMap(asSuggestion), ...(await adviseOn(ids, ports))];
}

/** A task by the first of what settles it: the newer word, one memory for two. */
function asSuggestion({ reason, settledBy: [settling] }: CurationTask): WorthSuggestion[] {
  return settling === undefined ? [] : [{ why: `It waits to be settled: ${reason}.`, ...settling }];
}
