import type { PathReport } from '../domain/recollection.js';
import type { Awaitable } from '../kernel/module.js';
import { ask, type Asking } from './ask-module.js';
import type { Candidate, Found } from './candidate.js';

/** A source of candidates: a path through the in-memory bank, or one of a module. All are called alike. */
export interface Source {
  /** Its name in the plan and in a profile's `paths`. */
  readonly path: string;
  /** The name in the plan when it fails. */
  readonly owner: string;
  readonly budgetMs: number;
  /** Why it is skipped; null if it is not. */
  readonly skip: string | null;
  /** It limits its own time: whatever it has by then counts, and stopping early is no fault. */
  readonly endsItself: boolean;
  /** Best first, each once, admitted by the profile. `late` returns true when its time is over. */
  find(late: () => boolean): Awaitable<readonly Candidate[]>;
}

/** Candidates by the path that found them, and the outcome of each path. */
export interface Walked {
  readonly found: Found;
  readonly reports: readonly PathReport[];
}

export const candidatesPart = (path: string): string => `candidates ${path}`;

/**
 * Calls every source that is not skipped, one after another. A failing one is named in the plan; the others
 * are still called.
 */
export async function walkSources(sources: readonly Source[], asking: Asking): Promise<Walked> {
  const found: Record<string, readonly Candidate[]> = {};
  const reports: PathReport[] = [];
  for (const source of sources) {
    const { candidates, report } = await walk(source, asking);
    found[source.path] = candidates;
    reports.push(report);
  }
  return { found, reports };
}

async function walk(
  { path, owner, budgetMs, skip, endsItself, find }: Source,
  asking: Asking,
): Promise<{ readonly candidates: readonly Candidate[]; readonly report: PathReport }> {
  const unasked = { path, budgetMs, tookMs: 0, found: 0, note: skip };
  if (skip !== null) return { candidates: [], report: unasked };
  const { clock } = asking.ports;
  const start = clock.ticks();
  const late = (): boolean => clock.ticks() - start > budgetMs;
  const candidates = await ask(
    { name: owner, budgetMs, endsItself },
    candidatesPart(path),
    asking,
    () => find(late),
  );
  const note =
    candidates === null
      ? 'failed; see the faults of modules'
      : late()
        ? 'over its time budget; what it had was taken'
        : null;
  const tookMs = clock.ticks() - start;
  return {
    candidates: candidates ?? [],
    report: { ...unasked, tookMs, found: candidates?.length ?? 0, note },
  };
}
