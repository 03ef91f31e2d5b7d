import type { OpenBank } from '../../bank/core.js';
import type { MemoryId } from '../../domain/ids.js';
import type { ValidityState } from '../../domain/validity.js';
import { asksToKnow } from '../../language/asks-to-know.js';
import { asksToBeDone } from '../../language/standing-instruction.js';
import { contentTerms } from '../../language/terms.js';
import { GATED_ABOVE, type Pulse } from './pulse.js';
import type { ParsedContextInput } from './context-input.js';
import type { Found } from './whole-text.js';

/** What a message has in log-odds, beside those that the bank knows of it, and what it has to come to for memories to be given. */
interface Gate {
  readonly from: number;
  /** Where it names a subject of notes, whole. */
  readonly subject: number;
  readonly time: number;
  /** Where it asks something, or asks for something to be done: a remark has to bring more. */
  readonly asks: number;
  readonly wantsDone: number;
}

/**
 * Fitted on tasks, questions and idle messages of nine half-years and fifteen told lives: decisions 309 and 318. What
 * notes gain by a task is in the odds that the bank knows something of it; turns gain nothing.
 */
const BY_NOTES: Gate = { from: 1.5, subject: 2.7, time: 1.5, asks: 1.6, wantsDone: 1.6 };
const BY_TURNS: Gate = { from: 0.7, subject: 0, time: 0.5, asks: 1.3, wantsDone: 3.4 };
/** Where no model tells meanings, the odds are of another fit. */
const BY_WORDS: Gate = { from: 0.1, subject: 0, time: 0, asks: 1.3, wantsDone: 2.9 };
const NEVER_SURE = 0.005;
/** Who shares an account signs what they say: "Kwame: how many hectares is 3.4 acres". */
const SIGNED = /^\p{L}+:\s/u;
/** What answers a question less surely than this is left out. */
const MAY_ANSWER = 0.01;

/** Whether a context is filled by what bears on its message; a caller who sets a threshold or a form has it. */
export const isFilledByBearing = ({
  precision,
  minProbability = 0,
  mode,
  verbosity,
}: ParsedContextInput): boolean =>
  precision === 'high' && minProbability === 0 && mode === 'auto' && verbosity === 1;

/** What recall makes of a message. */
interface Bearing {
  /** The probability that the bank knows something of it, 0..1. */
  readonly knows: number;
  /** The times that it names. */
  readonly periods: readonly string[];
  readonly found: readonly Found[];
}

/** Whether anything bears on a message at all. */
export function bearsOn(
  query: string,
  { knows, periods, found }: Bearing,
  { state, recall: { stemmer, certainty } }: OpenBank,
): boolean {
  const chance = Math.max(NEVER_SURE, Math.min(1 - NEVER_SURE, knows));
  const words = new Set(contentTerms(query.replace(SIGNED, ''), 'en', stemmer));
  const named = found.reduce((most, { id }) => {
    const about = state.notes.of(state.index.slot(id))?.note.about;
    const stems = about === undefined ? [] : contentTerms(about, 'en', stemmer);
    const share = stems.filter((stem) => words.has(stem)).length / Math.max(1, stems.length);
    return Math.max(most, share);
  }, 0);
  const byTurns = state.encoder === certainty.encoder ? BY_TURNS : BY_WORDS;
  const gate = state.notes.size > 0 ? BY_NOTES : byTurns;
  const wish = asksToBeDone(query) ? gate.wantsDone : asksToKnow(query) ? gate.asks : 0;
  const odds = Math.log(chance / (1 - chance));
  return odds + gate.subject * named + (periods.length > 0 ? gate.time : 0) + wish >= gate.from;
}

/**
 * To a question all that may answer is given as it was ranked. For something to be done, notes come before turns, and first
 * those that add something: a note of a turn that another note told of before says the same again more often
 * than not; what has given way comes last.
 */
export function inOrderOfUse(
  query: string,
  found: readonly Found[],
  { state }: OpenBank,
): readonly Found[] {
  if (asksToKnow(query)) return found.filter(({ probability }) => (probability ?? 1) >= MAY_ANSWER);
  const told = new Set<number>();
  const ranked = found.map((each) => {
    const { id, kind, validity } = each;
    const turns = state.notes.turnsOf(state.index.slot(id));
    const adds = turns.length === 0 || turns.some((turn) => !told.has(turn));
    for (const turn of turns) told.add(turn);
    const place = kind !== 'note' ? 2 : adds ? 0 : 1;
    return { each, place: validity === 'superseded' ? 3 : place };
  });
  return ranked.toSorted((a, b) => a.place - b.place).map(({ each }) => each);
}

/** States in which one is warned: what is planned or past says so by itself. */
const CONTESTED: ReadonlySet<ValidityState> = new Set<ValidityState>([
  'superseded',
  'disputed',
  'partly',
  'doubtful',
  'ended',
]);

/** What to know of what was delivered: that it is of many matters, disputed, or holds no longer. */
export function warningsOn(
  { entropy, ofMany }: Pulse & { readonly ofMany: boolean },
  results: readonly Found[],
  delivered: readonly MemoryId[],
): string[] {
  const contested = results.filter(
    ({ id, validity }) => CONTESTED.has(validity) && delivered.includes(id),
  );
  return [
    ...(ofMany && entropy > GATED_ABOVE && delivered.length > 2
      ? ['What was found is about many matters: ask of one at a time.']
      : []),
    ...contested.map(({ id, validity }) =>
      validity === 'disputed' ? `${id} is disputed: see conflicts.` : `${id} no longer holds.`,
    ),
  ];
}
