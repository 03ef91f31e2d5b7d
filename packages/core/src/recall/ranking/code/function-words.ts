import { CODE_ROLES, type CodeRole } from '../../../language/code/code-reading.js';
import type { Code } from '../../../spaces/e07-code.js';

export const ROLES = CODE_ROLES.length;
export const NAME = CODE_ROLES.indexOf('name');
export const SUMMARY = CODE_ROLES.indexOf('summary');
export const CALLED = CODE_ROLES.indexOf('called');

/** The weight of a word in each role, in the order of the roles. */
export const FIELD_WEIGHTS: readonly number[] = [4, 2.5, 1, 1.2, 1, 0.7, 0.6, 0.8];

const ROLE_NUMBER: ReadonlyMap<CodeRole, number> = new Map(
  CODE_ROLES.map((role, at) => [role, at]),
);

/** A function's distinct words; independent of the question. */
export interface FunctionWords {
  readonly hashes: readonly number[];
  /** Counts by role; the word numbers the rows. */
  readonly counts: Uint8Array;
  /** Logarithm of each word's weighted count over all roles, and over name and summary only. */
  readonly worth: Float32Array;
  readonly told: Float32Array;
  /** Number of words by role number, with and without repeats. */
  readonly lengths: Float64Array;
  readonly kinds: Float64Array;
  readonly length: number;
  /** Words of its name and of its summary, in order. */
  readonly name: readonly number[];
  readonly summary: readonly number[];
}

const READ = new WeakMap<Code, FunctionWords>();

/** Computed once per code, and cached as long as the code is. */
export function functionWords(code: Code): FunctionWords {
  let words = READ.get(code);
  if (words === undefined) READ.set(code, (words = read(code)));
  return words;
}

function read(code: Code): FunctionWords {
  const places = new Map<number, number>();
  for (const { hash } of code.words) if (!places.has(hash)) places.set(hash, places.size);
  const counts = new Uint8Array(places.size * ROLES);
  const lengths = new Float64Array(ROLES);
  const kinds = new Float64Array(ROLES);
  const [name, summary]: [number[], number[]] = [[], []];
  for (const { hash, role, count } of code.words) {
    const at = ROLE_NUMBER.get(role) ?? 0;
    counts[(places.get(hash) ?? 0) * ROLES + at] = count;
    lengths[at] = (lengths[at] ?? 0) + count;
    kinds[at] = (kinds[at] ?? 0) + 1;
    if (at === NAME) name.push(hash);
    else if (at === SUMMARY) summary.push(hash);
  }
  const logOf = (roles: readonly number[]): Float32Array =>
    Float32Array.from({ length: places.size }, (_, word) =>
      Math.log1p(
        roles.reduce(
          (sum, role) => sum + (FIELD_WEIGHTS[role] ?? 0) * (counts[word * ROLES + role] ?? 0),
          0,
        ),
      ),
    );
  return {
    hashes: [...places.keys()],
    counts,
    lengths,
    kinds,
    name,
    summary,
    worth: logOf(CODE_ROLES.map((_, role) => role)),
    told: logOf([NAME, SUMMARY]),
    length: lengths.reduce((sum, each) => sum + each, 0),
  };
}
