import type { Memory } from '../domain/memory.js';
import { isoSecond } from '../domain/time.js';
import { describeInterval } from '../language/describe-interval.js';
import type { Ranked } from './ranking/rank.js';
import type { QueryTerm, Understanding } from './understand.js';

/** Why a memory is in the answer and where it comes from, in one or two sentences for people. */
export function explain(ranked: Ranked, held: readonly QueryTerm[], understanding: Understanding): string {
  return `${reasons(ranked, held, understanding)}. ${originOf(ranked.memory)}.`;
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

/** What an answer after the other tells of the same memory, kept while the memory is. */
const ORIGINS = new WeakMap<Memory, string>();

function originOf(memory: Memory): string {
  let told = ORIGINS.get(memory);
  if (told === undefined) ORIGINS.set(memory, (told = origin(memory)));
  return told;
}

function origin({ provenance, dates, kind }: Memory): string {
  const [first] = provenance;
  if (first === undefined) return `A ${kind}`;
  const who = first.speaker === null ? `A ${kind} from the ${first.source}` : `Said by ${first.speaker}`;
  const where = [first.session === null ? '' : `in ${first.session}`, first.turn === null ? '' : `(${first.turn})`].filter((part) => part !== '').join(' ');
  const again = provenance.length > 1 ? `, and ${provenance.length === 2 ? 'once' : `${provenance.length - 1} times`} again` : '';
  const meant = dates.flatMap((date) => {
    const told = describeInterval(date.from, date.to, date.precision);
    return date.recurring || date.text === told ? [] : [`“${date.text}” is ${told}`];
  });
  return [`${who} on ${isoSecond(first.saidAt).slice(0, 16).replace('T', ' ')}`, where].filter((part) => part !== '').join(' ') + again + (meant.length > 0 ? `; ${meant.slice(0, 3).join(', ')}` : '');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
