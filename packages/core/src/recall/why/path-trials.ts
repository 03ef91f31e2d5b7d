import { z } from 'zod';
import { LEXICAL_LIMIT, PATH_LIMIT } from '../candidate.js';
import type { ModuleFaults } from '../module-faults.js';
import type { Chosen } from '../recall-context.js';
import { candidatesPart } from '../walk-sources.js';
import { bankSources } from '../bank-sources.js';
import type { Of, SchemaOf } from '../../domain/schema.js';

const pathTrialShape = z.strictObject({
  path: z.string(),
  /** Why it was skipped; null if it was not. */
  note: z.string().nullable(),
  found: z.boolean(),
  /** The memory's own score, comparable within the path; 0 if the path does not match it. */
  score: z.number(),
  /** The lowest score that the path accepted; null if it accepted none. */
  lowest: z.number().nullable(),
  /** Whether the path returned its maximum, so that only a better score would have come in. */
  full: z.boolean(),
});
/** How one path judged a memory. */
export interface PathTrial extends Of<typeof pathTrialShape> {}
export const PathTrial: SchemaOf<PathTrial, typeof pathTrialShape> = pathTrialShape;

/** Runs every path again for one memory, to report what each made of it. */
export function pathTrials(
  slot: number,
  { walked, reports, input: { found } }: Chosen,
  faults: ModuleFaults,
): readonly PathTrial[] {
  // Read before the second run, which overwrites these scores.
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
