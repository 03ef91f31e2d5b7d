import { LEXICAL_LIMIT, PATH_LIMIT } from '../candidate.js';
import type { ModuleFaults } from '../module-faults.js';
import type { Chosen } from '../recall-context.js';
import { candidatesPart } from '../walk-sources.js';
import { bankSources } from '../bank-sources.js';

/** How one path judged a memory. */
export interface PathTrial {
  readonly path: string;
  /** Why it was not walked; null when it was. */
  readonly note: string | null;
  readonly found: boolean;
  /** The memory's own score, comparable within the path; 0 where the path sees nothing in it. */
  readonly score: number;
  /** The lowest score that the path took; null where it took nothing. */
  readonly lowest: number | null;
  /** Whether the path gave all it may give, so that only a better score would have come in. */
  readonly full: boolean;
}

/** Walks every path again for one memory alone, so that it is told what each made of it. */
export function pathTrials(
  slot: number,
  { walked, reports, input: { found } }: Chosen,
  faults: ModuleFaults,
): readonly PathTrial[] {
  // Read before the second walk: it writes its own scores there.
  const byWords = walked.lexical.combined[slot] ?? 0;
  const failed = new Set(faults.list.map(({ part }) => part));
  const alone = new Map(
    bankSources({ ...walked, accepts: (other) => other === slot })
      .filter(({ path, skip }) => skip === null && !failed.has(candidatesPart(path)))
      .map(({ path, find }) => [path, find(() => false)]),
  );
  return reports.map(({ path, note }): PathTrial => {
    const candidates = found[path] ?? [];
    const own = candidates.find((candidate) => candidate.slot === slot);
    const again = (alone.get(path) ?? []).find((candidate) => candidate.slot === slot);
    const score = own?.score ?? (path === 'lexical' ? byWords : (again?.score ?? 0));
    return {
      path,
      note,
      found: own !== undefined,
      score,
      lowest:
        candidates.length === 0
          ? null
          : Math.min(...candidates.map((candidate) => candidate.score)),
      full: candidates.length >= (path === 'lexical' ? LEXICAL_LIMIT : PATH_LIMIT),
    };
  });
}
