import type { Ranked } from './ranking/ranked.js';
import { toldOf } from './told-of-memory.js';
import type { QueryTerm, Understanding } from './understand.js';

const MAX_REASONS = 4;

/** Why a memory is in the answer and where it comes from, in one or two sentences for people. */
export function explain(
  ranked: Ranked,
  held: readonly QueryTerm[],
  understanding: Understanding,
): string {
  return reasons(ranked, held, understanding) + passage(ranked) + toldOf(ranked.memory).origin;
}

/** The part of a long text that is shown. */
function passage({ passage: place }: Ranked): string {
  return place === null ? '' : `, best in its passage ${place + 1}`;
}

function reasons(
  { feature, paths, parts }: Ranked,
  held: readonly QueryTerm[],
  understanding: Understanding,
): string {
  const found = [
    paths.includes('feedback') ? 'was of use to a question like it' : '',
    parts.picture !== undefined ? `picture ${parts.picture.toFixed(2)} alike` : '',
    held.length > 0 ? `has ${held.map(({ word }) => `“${word}”`).join(' and ')}` : '',
    held.length === 0 && feature('coverage_wide') > 0
      ? 'stands beside a turn that has the words asked for'
      : '',
    parts.semantic >= 0.25 ? 'is near in meaning' : '',
    feature('named') > 0 ? 'was said by the person asked about' : '',
    feature('asked_bm25') > 0 ? 'answers a question about it' : '',
    feature('graph') > 0 && understanding.entities.length > 0
      ? `is linked to ${[...new Set(understanding.entities.map(({ name }) => name))].join(', ')}`
      : '',
    feature('period') > 0.5 ? 'falls in the time asked about' : '',
    feature('time_date') > 0 ? 'names a date' : '',
    feature('session') > 0.8 ? 'comes from a conversation about it' : '',
  ].filter((reason) => reason !== '');
  const by = foundBy(paths);
  if (found.length === 0) return capital(by);
  found.length = Math.min(MAX_REASONS, found.length);
  found[0] = capital(found[0] ?? '');
  return `${found.join(', ')}; ${by}`;
}

const FOUND_BY = new Map<string, string>();

/** The paths that found it: one shared string per set of paths, because answers are cached. */
function foundBy(paths: readonly string[]): string {
  // A result that no path found was added for its claim.
  if (paths.length === 0) return 'claims just what is asked';
  const key = paths.join(', ').replace(/, ([^,]+)$/, ' and $1');
  let told = FOUND_BY.get(key);
  if (told === undefined) FOUND_BY.set(key, (told = `found by ${key}`));
  return told;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
