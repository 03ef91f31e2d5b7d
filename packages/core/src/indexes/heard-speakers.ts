/** How many current memories are of each speaker, by number. */
export class HeardSpeakers {
  readonly #memories = new Map<number, number>();

  /** Counts memories that came, or went if negative; returns their number. */
  note(speaker: number, more: number): number {
    if (more !== 0) this.#memories.set(speaker, (this.#memories.get(speaker) ?? 0) + more);
    return more;
  }

  /** Whether a current memory is this speaker's. */
  has(speaker: number): boolean {
    return (this.#memories.get(speaker) ?? 0) > 0;
  }
}
