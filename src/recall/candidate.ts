import type { Path } from '../domain/profile.js';

/** A memory one path found. */
export interface Candidate {
  readonly slot: number;
  /** The path's own score; comparable within the path. */
  readonly score: number;
}

/** What each path found, by its name; those of modules stand beside recall's own. */
export type Found = Readonly<
  Partial<Record<Path, readonly Candidate[]>> & Record<string, readonly Candidate[] | undefined>
>;

/** So many candidates a path may give. */
export const PATH_LIMIT = 120;

/** In a large bank so many of the memories that have the query's words are looked at for causes. */
export const CAUSAL_LIMIT = 500;

/** Words find most of what there is to find, so their path may give more. */
export const LEXICAL_LIMIT = 220;
