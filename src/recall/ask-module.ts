import { inTime } from '../kernel/in-time.js';
import { BUDGET_MS, type Awaitable } from '../kernel/module.js';
import { messageOf } from '../spaces/with-timeout.js';
import type { ModuleFaults } from './module-faults.js';

/** Who is asked: a module, or recall itself. */
export interface Asked {
  readonly name: string;
  readonly budgetMs?: number;
  /** It watches its time itself: what it had by then counts, and is no fault. */
  readonly endsItself?: boolean;
}

/** What an asking needs of a recall. */
export interface Asking {
  readonly faults: ModuleFaults;
  readonly ports: { readonly clock: { ticks(): number } };
}

/** Asks one part of a module. Null, with a word in the plan, where it throws or does not answer in time; then it is not asked again. */
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
    // What never gives the turn away cannot be left behind; it is told of, and what it said counts.
    if (!endsItself && clock.ticks() - started > budgetMs)
      faults.note(name, part, `took longer than ${budgetMs} ms`);
    return value;
  } catch (error) {
    faults.stop(name, part, messageOf(error));
    return null;
  }
}
