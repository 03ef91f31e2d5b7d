import type { Path } from '../domain/profile.js';

/** A memory that a path found. */
export interface Candidate {
  readonly slot: number;
  /** The path's own score; comparable within the path only. */
  readonly score: number;
}

/** What each path found, by path name; paths of modules come beside recall's own. */
export type Found = Readonly<
  Partial<Record<Path, readonly Candidate[]>> & Record<string, readonly Candidate[] | undefined>
>;

/** Maximum number of candidates per path. */
export const PATH_LIMIT = 120;

/** In a large bank, this many memories with the query's words are checked for causes. */
export const CAUSAL_LIMIT = 500;

/** The lexical path finds most of the answers, so it may return more. */
export const LEXICAL_LIMIT = 220;
