import type { Ranked } from './ranking/rank.js';
import { toldOf } from './told-of-memory.js';
import type { QueryTerm, Understanding } from './understand.js';

/** Why a memory is in the answer and where it comes from, in one or two sentences for people. */
export function explain(ranked: Ranked, held: readonly QueryTerm[], understanding: Understanding): string {
  return `${reasons(ranked, held, understanding)}. ${toldOf(ranked.memory).origin}.`;
}

function reasons({ feature, paths, parts }: Ranked, held: readonly QueryTerm[], understanding: Understanding): string {
  const found = [
    paths.includes('feedback') ? 'was of use to a question like it' : '',
    parts.picture !== undefined ? `picture ${parts.picture.toFixed(2)} alike` : '',
    held.length > 0 ? `has ${held.map(({ word }) => `“${word}”`).join(', ')}` : '',
    held.length === 0 && feature('coverage_wide') > 0 ? 'stands beside a turn that has the words asked for' : '',
    parts.semantic >= 0.25 ? 'is near in meaning' : '',
    feature('named') > 0 ? 'was said by the person asked about' : '',
    feature('asked_bm25') > 0 ? 'answers a question about it' : '',
    feature('graph') > 0 && understanding.entities.length > 0 ? `is linked to ${[...new Set(understanding.entities.map(({ name }) => name))].join(', ')}` : '',
    feature('period') > 0.5 ? 'falls in the time asked about' : '',
    feature('time_date') > 0 ? 'names a date' : '',
    feature('session') > 0.8 ? 'comes from a conversation about it' : '',
  ].filter((reason) => reason !== '');
  // What no path found was brought in by its claim.
  const by = paths.length === 0 ? 'claims just what is asked' : `found by ${paths.join(' and ')}`;
  return found.length === 0 ? capital(by) : `${capital(found.slice(0, 4).join(', '))}; ${by}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
