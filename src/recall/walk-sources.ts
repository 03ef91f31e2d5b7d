import type { PathReport } from '../domain/recollection.js';
import type { Awaitable } from '../kernel/module.js';
import { ask, type Asking } from './ask-module.js';
import type { Candidate, Found } from './candidate.js';

/** Where recall has candidates from: the bank held in memory, by several paths, and what modules bring. All are asked alike. */
export interface Source {
  /** How the plan and a profile's `paths` name it. */
  readonly path: string;
  /** Who is named in the plan where it fails. */
  readonly owner: string;
  readonly budgetMs: number;
  /** Why it is not asked; null when it is. */
  readonly skip: string | null;
  /** It watches its time itself: what it had by then counts, and is no fault. */
  readonly endsItself: boolean;
  /** The best first, each once, admitted by the profile. `late` tells when its time is over. */
  find(late: () => boolean): Awaitable<readonly Candidate[]>;
}

/** Candidates by the path that found them, and what became of each path. */
export interface Walked {
  readonly found: Found;
  readonly reports: readonly PathReport[];
}

export const candidatesPart = (path: string): string => `candidates ${path}`;

/** Asks every source that is not to be skipped, one after the other. One that fails is named in the plan; the others are asked all the same. */
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
