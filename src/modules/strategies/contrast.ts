import type { Run } from './run.js';

/** Counts of runs that did something and runs that did not, at tasks with both, by outcome. */
export interface Contrast {
  readonly didWell: number;
  readonly did: number;
  readonly elseWell: number;
  readonly others: number;
  /** Log of the odds ratio within tasks (Mantel and Haenszel 1959), shrunk towards zero. */
  readonly weight: number;
}

/** Added to each cell before the ratio is taken, so that few runs say little. */
const SHRINKING = 0.5;

/** How much better the runs that did something ended. Runs with an unknown outcome are left out. */
export function contrast(runs: readonly Run[], did: (run: Run) => boolean): Contrast {
  const tasks = new Map<string, { a: number; b: number; c: number; d: number }>();
  for (const run of runs) {
    if (run.good === null) continue;
    const cells = tasks.get(run.task) ?? { a: 0, b: 0, c: 0, d: 0 };
    tasks.set(run.task, cells);
    cells[did(run) ? (run.good ? 'a' : 'b') : run.good ? 'c' : 'd'] += 1;
  }
  let [a, b, c, d, forIt, against] = [0, 0, 0, 0, 0, 0];
  for (const cells of tasks.values()) {
    const all = cells.a + cells.b + cells.c + cells.d;
    // A task where all did so, or none, says nothing.
    if (cells.a + cells.b > 0 && cells.c + cells.d > 0)
      [a, b, c, d] = [a + cells.a, b + cells.b, c + cells.c, d + cells.d];
    forIt += (cells.a * cells.d) / all;
    against += (cells.b * cells.c) / all;
  }
  return {
    didWell: a,
    did: a + b,
    elseWell: c,
    others: c + d,
    weight: Math.log((forIt + SHRINKING) / (against + SHRINKING)),
  };
}

/** “8 of 10 runs that did so reached the goal, 2 of 9 that did not”. */
export function evidenceWords({ didWell, did, elseWell, others }: Contrast): string {
  return `${didWell} of ${did} ${did === 1 ? 'run' : 'runs'} that did so reached the goal, against ${elseWell} of ${others} at the same tasks that did not`;
}
