import { z } from 'zod';
import { CurationTask } from '@mneme/core/domain/night.js';
import type { BankName } from '@mneme/core/domain/ids.js';
import type { Store } from '@mneme/core/ports/store.js';

const NOTE = 'idle-asks';
/** Maximum number of open questions: more than anybody answers in a week. */
const MAX_ASKS = 200;
/** Maximum number of pairs remembered as deliberately separate, the latest. */
const MAX_APART = 5_000;

const Asks = z.object({ asks: z.array(CurationTask), apart: z.array(z.string()) });
type Asks = z.output<typeof Asks>;
const NONE: Asks = { asks: [], apart: [] };

const keyOf = ({ task, memories }: Pick<CurationTask, 'task' | 'memories'>): string =>
  `${task} ${[...memories].sort().join(' ')}`;

async function read(bank: BankName, store: Store): Promise<Asks> {
  return Asks.safeParse(await store.job(bank, NOTE)).data ?? NONE;
}

/** Adds a night's questions for a person, newest first; answered ones are not asked again. */
export async function addQuestions(
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

/** Open questions, without those about memories that were retracted since. */
export async function openQuestions(
  bank: BankName,
  store: Store,
): Promise<readonly CurationTask[]> {
  const { asks } = await read(bank, store);
  const standing = new Set(
    (await store.get(bank, [...new Set(asks.flatMap(({ memories }) => memories))]))
      .filter(({ retractedAt }) => retractedAt === null)
      .map(({ id }) => id),
  );
  return asks.filter(({ memories }) => memories.every((id) => standing.has(id)));
}

/** Records that a person wants the memories left as they are. */
export async function dismissQuestion(
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

/** Keys of the questions that were answered with “leave it”. */
export async function dismissedQuestions(
  bank: BankName,
  store: Store,
): Promise<ReadonlySet<string>> {
  return new Set((await read(bank, store)).apart);
}

export { keyOf as askKey };
