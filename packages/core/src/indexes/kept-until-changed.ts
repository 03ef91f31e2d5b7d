/** What every question needs of a bank and no question changes, kept until the bank changes: settings are changes like any other. */
export class KeptUntilChanged<Value> {
  #kept: { readonly sequence: number; readonly value: Value } | null = null;

  constructor(private readonly read: () => Promise<Value>) {}

  /** A change left the value as it was. */
  unchanged(before: number, sequence: number): void {
    if (this.#kept?.sequence === before) this.#kept = { ...this.#kept, sequence };
  }

  /** As it is at this change of the bank. */
  async at(sequence: number): Promise<Value> {
    if (this.#kept?.sequence === sequence) return this.#kept.value;
    const value = await this.read();
    this.#kept = { sequence, value };
    return value;
  }
}
