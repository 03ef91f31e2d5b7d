import { SingleBar } from 'cli-progress';

/** A progress bar on standard error; silent where no person watches. */
export class Progress {
  #bar: SingleBar | null = null;

  constructor(
    private readonly label: string,
    private readonly shown: boolean,
  ) {}

  update(done: number, total: number): void {
    if (!this.shown || total === 0) return;
    if (this.#bar === null) {
      this.#bar = new SingleBar({
        format: `${this.label} {bar} {percentage} % · {eta_formatted} left`,
        stream: process.stderr,
        hideCursor: true,
        clearOnComplete: true,
      });
      this.#bar.start(total, 0);
    }
    this.#bar.setTotal(total);
    this.#bar.update(Math.min(done, total));
  }

  stop(): void {
    this.#bar?.stop();
  }
}
