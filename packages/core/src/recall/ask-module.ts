import type { ModuleFault } from '../domain/recollection.js';
import { inTime, isThenable } from '../kernel/in-time.js';
import { type Awaitable, BUDGET_MS } from '../kernel/module.js';
import { messageOf } from '../spaces/learned-encoder.js';

/** The faults of modules in one recall; all calls report here, and none is fatal. */
export class ModuleFaults {
  readonly #faults: ModuleFault[] = [];
  readonly #stopped = new Set<string>();

  get list(): readonly ModuleFault[] {
    return this.#faults;
  }

  /** Records each fault once, however often the part was called. */
  note(module: string, part: string, why: string): void {
    if (
      !this.#faults.some(
        (fault) => fault.module === module && fault.part === part && fault.why === why,
      )
    )
      this.#faults.push({ module, part, why });
  }

  /** Records it, and skips the part for the rest of this recall, so that one timeout is not repeated. */
  stop(module: string, part: string, why: string): void {
    this.note(module, part, why);
    this.#stopped.add(`${module} ${part}`);
  }

  isStopped(module: string, part: string): boolean {
    return this.#stopped.has(`${module} ${part}`);
  }
}

/** The owner of the code that is called: a module, or recall itself. */
interface Asked {
  readonly name: string;
  readonly budgetMs?: number;
  /** Limits its own running time: a partial result counts, and stopping early is no fault. */
  readonly endsItself?: boolean;
}

/** What calling a module needs from the recall. */
export interface Asking {
  readonly faults: ModuleFaults;
  readonly ports: { readonly clock: { ticks(): number } };
}

/**
 * Calls one part of a module. If it throws or does not answer in time, returns null, notes it in the plan, and does
 * not call that part again.
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
    const answer = inTime(work(), budgetMs);
    const value = isThenable(answer) ? await answer : answer;
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
