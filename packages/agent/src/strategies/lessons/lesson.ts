import type { Strategy } from '@mneme/core/domain/learned/strategy.js';
import type { Run } from '../run.js';

/** A strategy as extracted from runs, before it is a record. */
export interface Lesson extends Omit<
  Strategy,
  'applications' | 'successes' | 'subsumedBy' | 'subsumes' | 'lastUsedAt'
> {
  /** Identifies the lesson when it is learned again. */
  readonly signature: string;
  /** How informative it is; only the weightiest of several are kept. */
  readonly weight: number;
}

/** The runs that lessons are extracted from together. */
export interface Scope {
  readonly runs: readonly Run[];
  readonly domain: string;
  readonly level: 'instance' | 'task' | 'domain';
  /** The task in words, for a scope of one task; '' if unknown, or if there are several. */
  readonly task: string;
}

/** “When asked to change the return flight”, or for every task, “In any task”. */
export function occasion({ task, level, domain }: Scope): string {
  if (task !== '') return `When asked to ${task}`;
  return level === 'domain' && domain !== 'general' ? `In ${domain} tasks` : 'In tasks like this';
}

/** What the lessons of a scope have in common; `runs` are those that one rests on. */
export function common(scope: Scope, runs: readonly Run[], ...parts: readonly string[]) {
  const { domain, level, task } = scope;
  return {
    signature: [
      domain,
      level === 'domain' ? '' : task || (scope.runs[0]?.task ?? ''),
      ...parts,
    ].join('|'),
    domain,
    level,
    preconditions: [],
    failureModes: {},
    trajectories: runs.slice(0, 40).map(({ id }) => id),
  };
}

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

/** Contrasts the outcomes of runs that did something with the others. Runs with an unknown outcome are left out. */
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
    // A task where all runs did so, or none, is uninformative.
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
