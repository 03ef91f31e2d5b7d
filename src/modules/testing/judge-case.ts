import type { KnownVerdict } from '../../domain/certainty.js';
import type { MemoryId } from '../../domain/ids.js';
import type { Recollection } from '../../domain/recollection.js';
import { wantedOf, type MemoryCase, type Wanted } from './case.js';
import type { Failure } from './report.js';

/** The fields of a result that a case is held against. */
export const JUDGED_FIELDS = ['id', 'content', 'turn', 'session', 'tags'] as const;

/** Why a memory that a case names by its id cannot come back; null for one that stands. */
export type WhyGone = (id: MemoryId) => string | null;

export interface Judgement {
  readonly failures: readonly Failure[];
  /** The worst place of what must be returned. */
  readonly rank: number | null;
}

type Result = Recollection['results'][number];

/** Holds an answer against a case. */
export function judgeCase(
  { mustReturn = [], mustNotReturn = [], only, mustBe }: MemoryCase,
  { results, probability, why: { known } }: Pick<Recollection, 'results' | 'probability' | 'why'>,
  whyGone: WhyGone,
): Judgement {
  const wanted = mustReturn.map(wantedOf);
  const places = wanted.map((each) => placesOf(each, results));
  const failures: Failure[] = wanted.flatMap((each, at) =>
    missing(each, places[at] ?? [], whyGone),
  );
  for (const each of mustNotReturn.map(wantedOf)) {
    const [place] = placesOf(each, results);
    if (place !== undefined)
      failures.push({ what: 'unwanted', why: `${told(each)} came back at ${place}` });
  }
  if (only === true) {
    const named = new Set(places.flat());
    const more = results.flatMap(({ id = '', content = '' }, at) =>
      named.has(at + 1) ? [] : [`${id} “${shortened(content)}”`],
    );
    if (more.length > 0)
      failures.push({
        what: 'more',
        why: `${more.length} more came back: ${more.slice(0, 3).join(', ')}`,
      });
  }
  if (mustBe !== undefined && !meets(known.verdict, mustBe))
    failures.push({
      what: 'known',
      why: `must be ${mustBe}, and the bank takes it for ${known.verdict}${probability === null ? '' : ` (${probability.toFixed(2)})`}`,
    });
  const firsts = places.map(([first]) => first);
  return {
    failures,
    rank:
      firsts.length === 0 || firsts.includes(undefined)
        ? null
        : Math.max(...(firsts as readonly number[])),
  };
}

function missing(wanted: Wanted, places: readonly number[], whyGone: WhyGone): Failure[] {
  const [first] = places;
  if (first === undefined) {
    const gone = wanted.id === undefined ? null : whyGone(wanted.id);
    return gone === null
      ? [{ what: 'missing', why: `${told(wanted)} did not come back` }]
      : [{ what: 'gone', why: gone }];
  }
  return wanted.rank !== undefined && first > wanted.rank
    ? [{ what: 'rank', why: `${told(wanted)} came at ${first}, not by ${wanted.rank}` }]
    : [];
}

/** Places from 1, in order. */
function placesOf(wanted: Wanted, results: readonly Result[]): number[] {
  const text = wanted.text === undefined ? null : folded(wanted.text);
  return results.flatMap(({ id, content = '', turn, session, tags = [] }, at) =>
    (wanted.id === undefined || wanted.id === id) &&
    (text === null || folded(content).includes(text)) &&
    (wanted.turn === undefined || wanted.turn === turn) &&
    (wanted.session === undefined || wanted.session === session) &&
    (wanted.tag === undefined || tags.includes(wanted.tag))
      ? [at + 1]
      : [],
  );
}

function meets(verdict: KnownVerdict, demand: NonNullable<MemoryCase['mustBe']>): boolean {
  return verdict === demand || (demand === 'unsure' && verdict === 'unknown');
}

const folded = (text: string): string =>
  text.normalize('NFC').toLowerCase().split(/\s+/).join(' ').trim();

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text);

function told({ id, text, turn, session, tag }: Wanted): string {
  const parts = [
    id,
    text === undefined ? undefined : `“${shortened(text)}”`,
    turn === undefined ? undefined : `turn ${turn}`,
    session === undefined ? undefined : `session ${session}`,
    tag === undefined ? undefined : `what is tagged ${tag}`,
  ];
  return parts.filter((part) => part !== undefined).join(', ');
}
