import type { Memory } from '../../domain/memory.js';
import { FORGOTTEN } from '../../domain/note.js';
import { DAY, type Instant, type OffsetAt, type Period } from '../../domain/time.js';
import type { Validity, ValidityState } from '../../domain/validity.js';
import type { KnownNote } from '../../indexes/note-index.js';
import {
  dayOf,
  type DisagreementContext,
  successorOf,
  validityAmongNotes,
  validityByNotes,
  validityOfNote,
} from '../../indexes/note-validity.js';
import type { LapsedAnswer, Ordered } from '../../kernel/module.js';
import { concernsForm, isErrand, wantsText } from '../../language/instructions.js';
import { AsksMatcher, type Nearness, NOT_NEAR } from './asks-matcher.js';
import { momentOf, timeAsked } from './order-by-notes.js';
import type { Ranked } from '../../recall/ranking/score.js';
import type { QuestionContext } from '../../recall/recall-context.js';

/** Penalty of a superseded value in a query about the present, in logits. */
const SUPERSEDED = -3.4;
/** Penalty of a value whose grounds have changed, in logits. */
const DOUBTFUL = -1;

/** Penalty by validity in a query about the present, in logits. */
const lossOf = (state: ValidityState | undefined): number =>
  state === 'superseded' ? SUPERSEDED : state === 'doubtful' ? DOUBTFUL : 0;

/**
 * Maximum gain of a note by each part of its similarity to a question, in logits. Fitted listwise on nine half-years
 * of talk and on questions by writers who saw the notes of fifteen others, each life judged by what the rest taught:
 * decision 339.
 */
const ANSWERS: Nearness = {
  ...NOT_NEAR,
  ...{ covered: 3.5, asks: 11.5, matters: 2.2, aspect: 2.1, about: 2.9, names: 2.5, reason: 2.9 },
};
/** The same where no model made the vectors, which then say little more than the words: decision 308. */
const ANSWERS_BY_WORDS: Nearness = {
  ...NOT_NEAR,
  ...{ covered: 2.2, asks: 2.3, matters: 1.4, aspect: 1.3, about: 1.8 },
};
/**
 * The same for a task: it shares few words with what it needs, and recall's rank says little. Fitted on 360 tasks of
 * fifteen synthetic lives: decision 318.
 */
const BEARS_ON: Nearness = {
  covered: 10,
  asks: 8.2,
  matters: 13.6,
  aspect: 4.6,
  about: 5.9,
  is: 7.1,
  value: 3.6,
  names: 5.3,
  reason: 0,
};
/** Terms for a task, in logits: for being a note, by type, per half-year of age, and for being over. */
const TOLD = 4;
const BY_TYPE: Readonly<Record<string, number>> = { instruction: 1.9, howto: -2.9, opinion: -4.3 };
/** For a standing wish about how texts are to be, where the task is to write one. */
const OF_FORM = 6;
const HALF_YEAR_OLD = -4;
const OVER = -1.9;
const HALF_YEAR = 180 * DAY;
/** Penalty of a turn that has notes: they say the same, and better. */
const TOLD_BY_NOTES = -1.0;
/** Gain of a note whose days meet a day or week that the query names, in logits. */
const IN_PERIOD = 2.5;
const SHORT = 8 * DAY;
const NO_VECTOR = new Float32Array(0);

/** Minimum and maximum of the term, in logits. */
export const RANGE = [
  SUPERSEDED + TOLD_BY_NOTES + HALF_YEAR_OLD + OVER + Math.min(...Object.values(BY_TYPE)),
  TOLD +
    OF_FORM +
    IN_PERIOD +
    Math.max(...Object.values(BY_TYPE)) +
    Object.values(BEARS_ON).reduce((sum, gain) => sum + gain),
] as const;

/**
 * The term of each result: notes gain by similarity to the query, and all lose by validity. Null if the bank has no
 * notes.
 */
export function weighNotes(
  results: readonly Ranked[],
  context: QuestionContext,
): readonly number[] | null {
  const { state, ports, understanding } = context;
  const { notes } = state;
  if (notes.size === 0) return null;
  const moment = momentOf(context);
  const isNow = timeAsked(context) === 'now';
  const answers = ports.embedder?.id === state.encoder ? ANSWERS : ANSWERS_BY_WORDS;
  const gains = isErrand(understanding.query) ? BEARS_ON : answers;
  const named = understanding.periods.filter(({ from, to }) => to - from <= SHORT);
  const isText = gains === BEARS_ON && wantsText(understanding.query);
  const asks = new AsksMatcher(understanding, context.vector ?? NO_VECTOR, ports.stemmer);
  return results.map((result) => {
    const { slot, memory } = result;
    const known = notes.of(slot);
    const isUnread = known === undefined && notes.isAhead(slot);
    const near =
      known === undefined ? (isUnread ? asks.ofUnread(result) : NOT_NEAR) : asks.of(known, result);
    const state = isNow ? validityByNotes(memory.id, slot, notes, moment)?.state : 'current';
    return (
      gainOf(near, gains) +
      (known !== undefined && named.some((period) => meets(known, period)) ? IN_PERIOD : 0) +
      (isText && known !== undefined && isWishOfForm(known) ? OF_FORM : 0) +
      (gains === BEARS_ON ? bearingOf(known, memory, context.now) + (isUnread ? TOLD : 0) : 0) +
      (known === undefined && notes.notesOf(slot).length > 0 ? TOLD_BY_NOTES : 0) +
      (known !== undefined && known.saidAt > moment.saidBy ? SUPERSEDED : lossOf(state))
    );
  });
}

function meets({ note: { from, until } }: KnownNote, period: Period): boolean {
  const [first, last] = [from ?? until, until ?? from];
  return (
    first !== null &&
    last !== null &&
    Date.parse(first) < period.to &&
    Date.parse(last) + DAY > period.from
  );
}

const gainOf = (near: Nearness, gains: Nearness): number =>
  (Object.keys(gains) as (keyof Nearness)[]).reduce(
    (sum, name) => sum + gains[name] * near[name],
    0,
  );

const isWishOfForm = ({ note: { type, aspect, matters } }: KnownNote): boolean =>
  type === 'instruction' && concernsForm([aspect, ...matters].join('. '));

/** Gain of a memory for a task, by type and age. */
function bearingOf(
  known: KnownNote | undefined,
  { saidAt }: Pick<Memory, 'saidAt'>,
  now: Instant,
): number {
  const { type = null, from = null, until = null } = known?.note ?? {};
  const age = (now - (from === null ? saidAt : Date.parse(from))) / HALF_YEAR;
  const end = until ?? (type === 'event' ? from : null);
  return (
    (type === null ? 0 : TOLD + (BY_TYPE[type] ?? 0)) +
    (end !== null && Date.parse(end) < now ? OVER : 0) +
    HALF_YEAR_OLD * Math.max(0, Math.min(1, age))
  );
}

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
  return { verdict: 'lapsed', of: over.known.id, why: told(over.known, over.fate, context.offset) };
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

function told(
  { note }: KnownNote,
  { end, validity: { state, detail } }: Fate,
  offset: OffsetAt,
): string {
  const { from, until, because } = end.note;
  const day = detail === null ? (until ?? from) : detail.sinceDay;
  const at = detail?.since ?? end.saidAt;
  const since = day ?? dayOf(at, offset(at));
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
