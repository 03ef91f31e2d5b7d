import { inTime } from '../kernel/in-time.js';
import { BUDGET_MS, type Awaitable } from '../kernel/module.js';
import { messageOf } from '../spaces/with-timeout.js';
import type { ModuleFaults } from './module-faults.js';

/** The owner of the code that is called: a module, or recall itself. */
export interface Asked {
  readonly name: string;
  readonly budgetMs?: number;
  /** It limits its own time: whatever it has by then counts, and stopping early is no fault. */
  readonly endsItself?: boolean;
}

/** What a call to a module needs of the recall. */
export interface Asking {
  readonly faults: ModuleFaults;
  readonly ports: { readonly clock: { ticks(): number } };
}

/**
 * Calls one part of a module. If it throws or does not answer in time, returns null, notes it in the plan,
 * and does not call that part again.
 */
export async function ask<T>(
  { name, budgetMs = BUDGET_MS, endsItself = false }: Asked,
  part: string,
  { faults, ports: { clock } }: Asking,
  work: () => Awaitable<T>,
): Promise<T | null> {
  if (faults.isStopped(name, part)) return null;
  const started = clock.ticks();
  try {
    const value = await inTime(work(), budgetMs);
    // A call that blocks the event loop cannot be timed out; the overrun is reported and its result
    // used.
    if (!endsItself && clock.ticks() - started > budgetMs)
      faults.note(name, part, `took longer than ${budgetMs} ms`);
    return value;
  } catch (error) {
    faults.stop(name, part, messageOf(error));
    return null;
  }
}
