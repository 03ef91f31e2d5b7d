import { CODE_ROLES, type CodeRole } from '../../../language/code/code-reading.js';
import type { Code } from '../../../spaces/e07-code.js';

/** A word of the question, as code has it. */
export interface AskedWord {
  readonly hash: number;
  /** Inverse document frequency in the bank; next to nothing for a word that only frames the question. */
  readonly weight: number;
  /** Words for much the same. */
  readonly synonyms: ReadonlySet<number>;
}

/** What is known of a candidate beside its code, each 0..1. */
export interface CodeCandidate {
  readonly code: Code;
  /** BM25 of the memory's terms as a share of the best candidate's. */
  readonly bm25: number;
  /** The same as a share of what could be reached. */
  readonly reached: number;
  readonly cosine: number;
  readonly codeCosine: number;
  readonly associates: number;
  readonly pairs: number;
  readonly relatives: number;
}

const K1 = 1.2;
const B = 0.75;
/** A function of so many words is of usual length. */
const USUAL_LENGTH = 60;

const ROLE_FEATURES = CODE_ROLES.flatMap((role) => [`${role}_held`, `${role}_alike`]);

/** What the learned fusion for code sees of a candidate, in order. A change needs it fitted anew: `npm run bench -- code --cosqa PATH --fit`. */
export const CODE_FEATURES = Object.freeze([
  ...ROLE_FEATURES,
  'name_precision', 'summary_precision', 'undocumented',
  'held', 'rarest', 'told', 'told_alike', 'role_bm25', 'length',
  'bm25', 'reached', 'cosine', 'code_cosine', 'associates', 'pairs', 'relatives',
  'told_of_best', 'held_of_best', 'role_bm25_of_best', 'code_cosine_of_best', 'cosine_of_best',
]);

/** Features that are scaled against the best of the candidates, and which. */
const OF_BEST = ['told', 'held', 'role_bm25', 'code_cosine', 'cosine'] as const;
/** A best below this is none to be measured against: the only function among talk is not the answer for being alone. */
const LEAST_BEST = 0.35;

/** Every candidate's features, row by row; {@link CODE_FEATURES} numbers each. Pure. */
export function codeFeatures(candidates: readonly CodeCandidate[], asked: readonly AskedWord[]): Float32Array {
  const width = CODE_FEATURES.length;
  const values = new Float32Array(candidates.length * width);
  candidates.forEach((candidate, row) => values.set(readCode(candidate, asked), row * width));
  for (const name of OF_BEST) {
    const from = CODE_FEATURES.indexOf(name);
    const to = CODE_FEATURES.indexOf(`${name}_of_best`);
    let best = LEAST_BEST;
    for (let row = 0; row < candidates.length; row++) best = Math.max(best, values[row * width + from] ?? 0);
    for (let row = 0; row < candidates.length; row++) values[row * width + to] = (values[row * width + from] ?? 0) / best;
  }
  return values;
}

/** A code's words by hash: how often in each role. */
type ByWord = ReadonlyMap<number, Uint8Array>;

const ROLE_NUMBER: ReadonlyMap<CodeRole, number> = new Map(CODE_ROLES.map((role, at) => [role, at]));
const NAME = CODE_ROLES.indexOf('name');
const SUMMARY = CODE_ROLES.indexOf('summary');

function byWord(code: Code): { words: ByWord; lengths: number[]; kinds: number[] } {
  const words = new Map<number, Uint8Array>();
  const lengths = CODE_ROLES.map(() => 0);
  const kinds = CODE_ROLES.map(() => 0);
  for (const { hash, role, count } of code.words) {
    const at = ROLE_NUMBER.get(role) ?? 0;
    const counts = words.get(hash) ?? new Uint8Array(CODE_ROLES.length);
    words.set(hash, counts);
    counts[at] = count;
    lengths[at] = (lengths[at] ?? 0) + count;
    kinds[at] = (kinds[at] ?? 0) + 1;
  }
  return { words, lengths, kinds };
}

function readCode(candidate: CodeCandidate, asked: readonly AskedWord[]): number[] {
  const { words, lengths, kinds } = byWord(candidate.code);
  const total = Math.max(1e-6, asked.reduce((sum, { weight }) => sum + weight, 0));
  const heaviest = asked.reduce((most, { weight }) => Math.max(most, weight), 1e-6);
  const length = lengths.reduce((sum, each) => sum + each, 0);
  const held = CODE_ROLES.map(() => 0);
  const alike = CODE_ROLES.map(() => 0);
  let [any, rarest, told, toldAlike, bm25, named, summed] = [0, 0, 0, 0, 0, 0, 0];
  for (const { hash, weight, synonyms } of asked) {
    const own = words.get(hash);
    const same = own === undefined || synonyms.size > 0 ? merged(words, synonyms) : null;
    for (let role = 0; role < CODE_ROLES.length; role++) {
      if ((own?.[role] ?? 0) > 0) held[role] = (held[role] ?? 0) + weight;
      else if ((same?.[role] ?? 0) > 0) alike[role] = (alike[role] ?? 0) + weight;
    }
    const tells = (own?.[NAME] ?? 0) + (own?.[SUMMARY] ?? 0) > 0;
    if (tells) told += weight;
    else if ((same?.[NAME] ?? 0) + (same?.[SUMMARY] ?? 0) > 0) toldAlike += weight;
    if (own === undefined) continue;
    any += weight;
    rarest = Math.max(rarest, weight);
    named += own[NAME] === 0 || weight < heaviest * 0.1 ? 0 : 1;
    summed += own[SUMMARY] === 0 || weight < heaviest * 0.1 ? 0 : 1;
    const frequency = own.reduce((sum, count) => sum + count, 0);
    bm25 += (weight * frequency * (K1 + 1)) / (frequency + K1 * (1 - B + (B * length) / USUAL_LENGTH));
  }
  return [
    ...CODE_ROLES.flatMap((_, role) => [(held[role] ?? 0) / total, (alike[role] ?? 0) / total]),
    named / Math.max(1, kinds[NAME] ?? 0),
    summed / Math.max(1, kinds[SUMMARY] ?? 0),
    (lengths[SUMMARY] ?? 0) === 0 ? 1 : 0,
    any / total, rarest / heaviest, told / total, toldAlike / total, bm25 / total / (K1 + 1),
    Math.log1p(length) / 6,
    candidate.bm25, candidate.reached, candidate.cosine, candidate.codeCosine, candidate.associates, candidate.pairs, candidate.relatives,
  ];
}

/** How often any of the synonyms stands in each role; null when none does. */
function merged(words: ByWord, synonyms: ReadonlySet<number>): Uint8Array | null {
  let sum: Uint8Array | null = null;
  for (const synonym of synonyms) {
    const counts = words.get(synonym);
    if (counts === undefined) continue;
    sum ??= new Uint8Array(CODE_ROLES.length);
    for (let role = 0; role < counts.length; role++) sum[role] = Math.min(255, (sum[role] ?? 0) + (counts[role] ?? 0));
  }
  return sum;
}
