/** Descent with a pace for each weight (Kingma and Ba 2015). */
export class Adam {
  readonly weights: Float64Array;
  readonly #first: Float64Array;
  readonly #second: Float64Array;

  constructor(width: number) {
    this.weights = new Float64Array(width);
    this.#first = new Float64Array(width);
    this.#second = new Float64Array(width);
  }

  step(gradient: Float64Array, pace: number, step: number): void {
    for (let column = 0; column < gradient.length; column++) {
      const slope = gradient[column] ?? 0;
      const first = 0.9 * (this.#first[column] ?? 0) + 0.1 * slope;
      const second = 0.999 * (this.#second[column] ?? 0) + 0.001 * slope * slope;
      this.#first[column] = first;
      this.#second[column] = second;
      const spread = Math.sqrt(second / (1 - 0.999 ** step)) + 1e-8;
      this.weights[column] =
        (this.weights[column] ?? 0) - (pace * (first / (1 - 0.9 ** step))) / spread;
    }
  }
}
