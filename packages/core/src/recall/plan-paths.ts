import { PATHS, type ParsedProfile, type Path } from '../domain/profile.js';
import type { Feedback } from './feedback.js';
import type { Understanding } from './understand.js';

/** The note on a path that the profile leaves out by naming others. */
export const NOT_ASKED = 'not asked for';

export interface PlannedPath {
  readonly path: Path;
  readonly budgetMs: number;
  /** Why it is skipped; null if it is not. */
  readonly skip: string | null;
}

/**
 * Time limit of each path, after which its results so far are used; far above what it needs, so that
 * answers do not depend on load.
 */
const BUDGET_MS: Readonly<Record<Path, number>> = {
  semantic: 250,
  lexical: 250,
  graph: 250,
  temporal: 100,
  causal: 100,
  image: 250,
  feedback: 50,
};

/** Which paths to use for this question. */
export function planPaths(
  profile: ParsedProfile,
  understanding: Understanding,
  feedback: Feedback,
): PlannedPath[] {
  const wordless = profile.query === undefined ? 'a picture asks, no words' : null;
  const reasons: Readonly<Record<Path, string | null>> = {
    lexical: understanding.terms.some(({ number }) => number >= 0)
      ? null
      : (wordless ?? 'no word of the query is in the bank'),
    semantic: wordless,
    graph:
      understanding.entities.length > 0
        ? null
        : (wordless ?? 'the query names nothing the bank knows'),
    temporal:
      understanding.periods.length > 0 || understanding.wanted.recent
        ? null
        : (wordless ?? 'the query names no time'),
    causal:
      understanding.direction !== null
        ? null
        : (wordless ?? 'the query asks for no cause and no effect'),
    image: profile.image === undefined ? 'no picture was given' : null,
    feedback: feedback.lifts.size > 0 ? null : 'no result of a question like it was voted on',
  };
  const offered: Readonly<Partial<Record<Path, boolean>>> = {
    image: profile.image !== undefined,
    feedback: feedback.lifts.size > 0,
  };
  const asked = PATHS.filter((path) => offered[path] !== false || profile.paths?.includes(path));
  return asked.map((path) => ({
    path,
    budgetMs: BUDGET_MS[path],
    skip: profile.paths !== undefined && !profile.paths.includes(path) ? NOT_ASKED : reasons[path],
  }));
}
