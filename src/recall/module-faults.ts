import type { ModuleFault } from '../domain/recollection.js';

/** What modules did wrong in one recall: all askings of it write here, and none is fatal. */
export class ModuleFaults {
  readonly #faults: ModuleFault[] = [];
  readonly #stopped = new Set<string>();

  get list(): readonly ModuleFault[] {
    return this.#faults;
  }

  /** Each fault once, however often the part was asked. */
  note(module: string, part: string, why: string): void {
    if (
      !this.#faults.some(
        (fault) => fault.module === module && fault.part === part && fault.why === why,
      )
    )
      this.#faults.push({ module, part, why });
  }

  /** Notes it, and leaves the part out of the rest of this recall: who waited once for it does not wait again. */
  stop(module: string, part: string, why: string): void {
    this.note(module, part, why);
    this.#stopped.add(`${module} ${part}`);
  }

  isStopped(module: string, part: string): boolean {
    return this.#stopped.has(`${module} ${part}`);
  }
}
