/**
 * A binary heap of nodes (or slots) with scores. Its root is the lowest score, at equal scores the highest
 * number: what a list of the best would drop first.
 */
export class ScoreHeap {
  #ids = new Int32Array(256);
  #scores = new Float32Array(256);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The root's score; undefined while empty. */
  get lowest(): number {
    return this.#scores[0] as number;
  }

  /** The root; undefined while empty. */
  get root(): number {
    return this.#ids[0] as number;
  }

  clear(): void {
    this.#length = 0;
  }

  /** Adds an entry, and drops the root while there are more than `capacity`. */
  offer(id: number, score: number, capacity: number): void {
    if (this.#length < capacity) {
      this.push(id, score);
    } else if (score > this.lowest || (score === this.lowest && id < this.root)) {
      this.#sink(id, score);
    }
  }

  push(id: number, score: number): void {
    if (this.#length === this.#ids.length) this.#grow();
    let place = this.#length++;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!this.#lower(id, score, parent)) break;
      this.#put(place, this.#ids[parent] as number, this.#scores[parent] as number);
      place = parent;
    }
    this.#put(place, id, score);
  }

  /** Removes the root. */
  pop(): void {
    const last = --this.#length;
    if (last > 0) this.#sink(this.#ids[last] as number, this.#scores[last] as number);
  }

  /** Empties it: highest score first, at equal scores the lowest number first. */
  drain(): { ids: Int32Array; scores: Float32Array } {
    const ids = new Int32Array(this.#length);
    const scores = new Float32Array(this.#length);
    while (this.#length > 0) {
      ids[this.#length - 1] = this.root;
      scores[this.#length - 1] = this.lowest;
      this.pop();
    }
    return { ids, scores };
  }

  /** Replaces the root and sifts down. */
  #sink(id: number, score: number): void {
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= this.#length) break;
      const right = child + 1;
      if (
        right < this.#length &&
        this.#lower(this.#ids[right] as number, this.#scores[right] as number, child)
      )
        child = right;
      if (this.#lower(id, score, child)) break;
      this.#put(place, this.#ids[child] as number, this.#scores[child] as number);
      place = child;
    }
    this.#put(place, id, score);
  }

  #lower(id: number, score: number, place: number): boolean {
    const other = this.#scores[place] as number;
    return score < other || (score === other && id > (this.#ids[place] as number));
  }

  #put(place: number, id: number, score: number): void {
    this.#ids[place] = id;
    this.#scores[place] = score;
  }

  #grow(): void {
    const ids = new Int32Array(this.#ids.length * 2);
    const scores = new Float32Array(ids.length);
    ids.set(this.#ids);
    scores.set(this.#scores);
    this.#ids = ids;
    this.#scores = scores;
  }
}
