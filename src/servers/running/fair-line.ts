/** What waits, by the bank it is of: each bank in turn, so that one with a thousand questions keeps another's one waiting for a round at most. */
export class FairLine<Job> {
  /** The bank whose turn is next comes first. */
  readonly #banks = new Map<string, Map<string, Job>>();

  get(bank: string, key: string): Job | undefined {
    return this.#banks.get(bank)?.get(key);
  }

  add(bank: string, key: string, job: Job): void {
    const jobs = this.#banks.get(bank);
    if (jobs === undefined) this.#banks.set(bank, new Map([[key, job]]));
    else jobs.set(key, job);
  }

  /** Takes out whose turn it is, of the banks that may go on; null where nothing waits of these. */
  next(mayGo: (bank: string) => boolean = () => true): readonly [key: string, job: Job] | null {
    for (const [bank, jobs] of this.#banks) {
      if (!mayGo(bank)) continue;
      this.#banks.delete(bank);
      const [job] = jobs;
      if (job === undefined) return null;
      jobs.delete(job[0]);
      if (jobs.size > 0) this.#banks.set(bank, jobs);
      return job;
    }
    return null;
  }

  get isEmpty(): boolean {
    return this.#banks.size === 0;
  }
}
