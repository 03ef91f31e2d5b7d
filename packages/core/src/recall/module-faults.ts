import type { ModuleFault } from '../domain/recollection.js';

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
