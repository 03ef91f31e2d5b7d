/** The undo log of the running transaction, which makes it atomic. */
export class Ledger {
  #undo: (() => void)[] | null = null;

  /** Records how to undo the step just done; outside a transaction nothing is kept. */
  note(undo: () => void): void {
    this.#undo?.push(undo);
  }

  /** Runs `work`, which must not await; if it throws, everything it did is undone, last step first. */
  whole<T>(work: () => T): T {
    this.begin();
    try {
      const result = work();
      this.end();
      return result;
    } catch (error) {
      this.takeBack();
      throw error;
    }
  }

  begin(): void {
    this.#undo = [];
  }

  end(): void {
    this.#undo = null;
  }

  /** Undoes everything since {@link begin}, last step first. */
  takeBack(): void {
    const steps = this.#undo ?? [];
    this.#undo = null;
    for (const undo of steps.reverse()) undo();
  }
}

/** A map whose steps the ledger can undo. */
export class Table<K, V> {
  readonly #rows = new Map<K, V>();

  constructor(private readonly ledger: Ledger) {}

  get size(): number {
    return this.#rows.size;
  }

  get(key: K): V | undefined {
    return this.#rows.get(key);
  }

  has(key: K): boolean {
    return this.#rows.has(key);
  }

  keys(): K[] {
    return [...this.#rows.keys()];
  }

  values(): V[] {
    return [...this.#rows.values()];
  }

  set(key: K, value: V): void {
    const before = this.#rows.get(key);
    const known = this.#rows.has(key);
    this.#rows.set(key, value);
    this.ledger.note(() => {
      if (known) this.#rows.set(key, before as V);
      else this.#rows.delete(key);
    });
  }

  delete(key: K): void {
    const before = this.#rows.get(key);
    if (!this.#rows.delete(key)) return;
    this.ledger.note(() => this.#rows.set(key, before as V));
  }

  clear(): void {
    for (const key of this.keys()) this.delete(key);
  }
}

/** A multimap used as an index; its steps are undone with the others. */
export class Groups<K, V> {
  readonly #groups = new Map<K, Set<V>>();

  constructor(private readonly ledger: Ledger) {}

  of(key: K): ReadonlySet<V> {
    return this.#groups.get(key) ?? NONE;
  }

  add(key: K, value: V): void {
    const group = this.#groups.get(key) ?? new Set<V>();
    if (group.has(value)) return;
    this.#groups.set(key, group);
    group.add(value);
    this.ledger.note(() => void this.#take(key, value));
  }

  delete(key: K, value: V): void {
    if (this.#take(key, value)) this.ledger.note(() => this.add(key, value));
  }

  #take(key: K, value: V): boolean {
    const group = this.#groups.get(key);
    if (group?.delete(value) !== true) return false;
    if (group.size === 0) this.#groups.delete(key);
    return true;
  }
}

const NONE: ReadonlySet<never> = new Set<never>();
