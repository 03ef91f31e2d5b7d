import { z } from 'zod';
import { CurationTask } from '@mneme/core/domain/night.js';
import type { BankName } from '@mneme/core/domain/ids.js';
import type { Store } from '@mneme/core/ports/store.js';

const NOTE = 'idle-asks';
/** More questions than these nobody answers in a week. */
const MAX_ASKS = 200;
/** So many pairs that somebody wants left apart are remembered, the latest. */
const MAX_APART = 5_000;

const Asks = z.object({ asks: z.array(CurationTask), apart: z.array(z.string()) });
type Asks = z.output<typeof Asks>;
const NONE: Asks = { asks: [], apart: [] };

const keyOf = ({ task, memories }: Pick<CurationTask, 'task' | 'memories'>): string =>
  `${task} ${[...memories].sort().join(' ')}`;

async function read(bank: BankName, store: Store): Promise<Asks> {
  return Asks.safeParse(await store.job(bank, NOTE)).data ?? NONE;
}

/** Adds what a night leaves to a person, the new first; what was answered is not asked again. */
export async function addAsks(
  bank: BankName,
  store: Store,
  fresh: readonly CurationTask[],
): Promise<void> {
  if (fresh.length === 0) return;
  await store.reviseJob(bank, NOTE, (state) => {
    const before = Asks.safeParse(state).data ?? NONE;
    const apart = new Set(before.apart);
    const all = new Map(
      [...fresh.filter((task) => !apart.has(keyOf(task))), ...before.asks].map((task) => [
        keyOf(task),
        task,
      ]),
    );
    return { ...before, asks: [...all.values()].slice(0, MAX_ASKS) };
  });
}

/** What still waits: a question about memories that no longer stand answered itself. */
export async function openAsks(bank: BankName, store: Store): Promise<readonly CurationTask[]> {
  const { asks } = await read(bank, store);
  const standing = new Set(
    (await store.get(bank, [...new Set(asks.flatMap(({ memories }) => memories))]))
      .filter(({ retractedAt }) => retractedAt === null)
      .map(({ id }) => id),
  );
  return asks.filter(({ memories }) => memories.every((id) => standing.has(id)));
}

/** Somebody looked at it and wants it left as it is. */
export async function leaveAsk(
  bank: BankName,
  store: Store,
  task: Pick<CurationTask, 'task' | 'memories'>,
): Promise<void> {
  const key = keyOf(task);
  await store.reviseJob(bank, NOTE, (state) => {
    const before = Asks.safeParse(state).data ?? NONE;
    return {
      asks: before.asks.filter((each) => keyOf(each) !== key),
      apart: [key, ...before.apart.filter((each) => each !== key)].slice(0, MAX_APART),
    };
  });
}

/** Which questions were answered with “leave it”. */
export async function leftApart(bank: BankName, store: Store): Promise<ReadonlySet<string>> {
  return new Set((await read(bank, store)).apart);
}

export { keyOf as askKey };
