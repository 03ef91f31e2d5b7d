import type { OpenBank } from '../../bank/core.js';
import type { MemoryId } from '../../domain/ids.js';
import type { ValidityState } from '../../domain/validity.js';
import { asksForInformation, isSearchPhrase } from '../../language/stop-words.js';
import { requestsAction } from '../../language/instructions.js';
import { contentTerms } from '../../language/terms.js';
import { GATED_ABOVE, type Pulse } from './pulse.js';
import type { ParsedContextInput } from './context-input.js';
import type { Found } from './whole-text.js';

/**
 * Log-odds added to those that the bank knows something of a message, and the threshold above which memories are
 * given.
 */
interface Gate {
  readonly from: number;
  /** For a message that names the whole subject of a note. */
  readonly subject: number;
  readonly time: number;
  /** For a message that asks something, or asks for something to be done; remarks get nothing. */
  readonly asks: number;
  readonly wantsDone: number;
}

/**
 * Fitted on tasks, questions and idle messages of nine half-years and fifteen synthetic lives: decisions 309 and 318.
 * With notes, tasks gain through the odds that the bank knows something of them; with turns they gain nothing.
 */
const BY_NOTES: Gate = { from: 1.5, subject: 2.7, time: 1.5, asks: 1.6, wantsDone: 1.6 };
const BY_TURNS: Gate = { from: 0.7, subject: 0, time: 0.5, asks: 1.3, wantsDone: 3.4 };
/** Without a semantic model, the odds come from another fit. */
const BY_WORDS: Gate = { from: 0.1, subject: 0, time: 0, asks: 1.3, wantsDone: 2.9 };
const NEVER_SURE = 0.005;
/** Sharers of an account prefix their name: "Kwame: how many hectares is 3.4 acres". */
const SIGNED = /^\p{L}+:\s/u;
/** Minimum probability of a result that answers a question. */
const MAY_ANSWER = 0.01;

/**
 * Whether the context is filled by relevance to the message; an explicit threshold, mode or verbosity turns this off.
 */
export const isFilledByBearing = ({
  precision,
  minProbability = 0,
  mode,
  verbosity,
}: ParsedContextInput): boolean =>
  precision === 'high' && minProbability === 0 && mode === 'auto' && verbosity === 1;

/** A question, or the keywords of one. */
const isAsked = (query: string): boolean => asksForInformation(query) || isSearchPhrase(query);

/** What recall finds out about a message. */
interface Bearing {
  /** The probability that the bank knows something of it, 0..1. */
  readonly knows: number;
  /** The times the message names. */
  readonly periods: readonly string[];
  readonly found: readonly Found[];
}

/** Whether the bank holds anything relevant to the message. */
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
  const wish = requestsAction(query) ? gate.wantsDone : isAsked(query) ? gate.asks : 0;
  const odds = Math.log(chance / (1 - chance));
  return odds + gate.subject * named + (periods.length > 0 ? gate.time : 0) + wish >= gate.from;
}

/**
 * For a question, all that may answer, as ranked. For a task, notes before turns, and first those that add something:
 * a second note of the same turn mostly repeats the first; superseded memories come last.
 */
export function inOrderOfUse(
  query: string,
  found: readonly Found[],
  { state }: OpenBank,
): readonly Found[] {
  if (isAsked(query)) return found.filter(({ probability }) => (probability ?? 1) >= MAY_ANSWER);
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

/** States that need a warning; planned and past are evident from the text. */
const CONTESTED: ReadonlySet<ValidityState> = new Set<ValidityState>([
  'superseded',
  'disputed',
  'partly',
  'doubtful',
  'ended',
]);

/** Warnings on delivered memories: of several topics, disputed, or no longer valid. */
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
