import { FORGOTTEN } from '../../domain/note.js';
import type { Validity } from '../../domain/validity.js';
import { validityAmongNotes, type DisagreementContext } from '../../indexes/note-disagreements.js';
import type { KnownNote } from '../../indexes/note-index.js';
import { dayOf, successorOf, validityOfNote } from '../../indexes/note-validity.js';
import type { LapsedAnswer, Ordered } from '../../kernel/module.js';
import type { Ranked } from '../../recall/ranking/score.js';
import type { QuestionContext } from '../../recall/recall-context.js';
import { momentOf, timeAsked } from './lineage.js';
import { lossOf } from './weigh-notes.js';

/** Number of results searched for an answer that is still valid. */
const AMONG = 10;
/** Logits below the first result within which a request to forget counts as being about the question. */
const NEARLY = 2.5;
/** Past tense, for questions that name no time. */
const PAST = /\b(?:did|was|were)\b/i;
/** Values that state that the answer is unknown. */
const NOBODY_KNOWS = /^(?:unknown|unclear|undecided|open|not (?:known|settled|decided))\b/i;
/** Logits by which a lapsed answer must outrank any valid one. */
const AHEAD = 1;
/** Maximum length of a chain of successors. */
const MAX_STEPS = 40;

/** Whether a note's chain is still valid, and the note that ends it. */
interface Fate {
  readonly holds: boolean;
  readonly end: KnownNote;
  readonly validity: Validity;
}

/**
 * Reports that the queried value once held but nothing valid replaced it: the best-ranked note has ended or is in
 * doubt, or its chain of successors ends so. For a request to forget, the answer is unknown.
 */
export function sayWhatLapsed(
  results: readonly Ranked[],
  context: QuestionContext,
): Ordered<Ranked> {
  const gone = goneAmong(results.slice(0, AMONG), context);
  return gone === null ? { results } : { results, gone };
}

function goneAmong(results: readonly Ranked[], context: QuestionContext): LapsedAnswer | null {
  const { state, ports, understanding } = context;
  const { notes } = state;
  const [first] = results;
  if (first === undefined || notes.size === 0) return null;
  for (const { slot, logit } of results) {
    const known = notes.of(slot);
    if (known?.note.aspect === FORGOTTEN && first.logit - logit < NEARLY)
      return { verdict: 'unknown', of: known.id, why: 'what was said of it was to be forgotten' };
  }
  // Past values and reasons for an end are known.
  if (timeAsked(context) !== 'now' || understanding.wanted.reason || PAST.test(understanding.query))
    return null;
  const beside = { notes, moment: momentOf(context), stemmer: ports.stemmer };
  let over: Fitting | null = null;
  let holding: Fitting | null = null;
  for (const { slot, logit } of results) {
    const known = notes.of(slot);
    if (known === undefined) continue;
    const fate = fateOf(known, beside);
    const fit = logit - lossOf(validityOfNote(known, notes, beside.moment).state);
    if (fate.holds) holding = better(holding, { fit, known, fate });
    else over = better(over, { fit, known, fate });
  }
  if (over === null || over.fit <= (holding === null ? -Infinity : holding.fit) + AHEAD)
    return null;
  return { verdict: 'lapsed', of: over.known.id, why: told(over.known, over.fate) };
}

interface Fitting {
  /** In logits. */
  readonly fit: number;
  readonly known: KnownNote;
  readonly fate: Fate;
}

const better = (one: Fitting | null, other: Fitting): Fitting =>
  one === null || other.fit > one.fit ? other : one;

/** Follows a note's successors to the last. */
function fateOf(known: KnownNote, beside: DisagreementContext): Fate {
  let end = known;
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    const next = successorOf(end, beside.notes, beside.moment);
    if (next === null || next.slot === known.slot) break;
    end = next;
  }
  const validity = validityAmongNotes(end, beside);
  const over =
    validity.state === 'ended' ||
    validity.state === 'doubtful' ||
    NOBODY_KNOWS.test(end.note.value);
  return { holds: !over, end, validity };
}

function told({ note }: KnownNote, { end, validity: { state, detail } }: Fate): string {
  const { from, until, because } = end.note;
  const since = detail === null ? (until ?? from ?? dayOf(end.saidAt)) : dayOf(detail.since);
  const why = detail?.why ?? because ?? '';
  return [
    state === 'doubtful'
      ? `it was so until ${since}, and nobody said what became of it`
      : state === 'ended'
        ? `it ended on ${since}`
        : `since ${since} nobody knows`,
    why === '' ? '' : ` (${why})`,
    `: ${note.about}, ${note.aspect}: ${note.value}`,
  ].join('');
}
