import { asksToKnow } from '../../language/asks-to-know.js';
import { asksToBeDone } from '../../language/standing-instruction.js';
import { contentTerms } from '../../language/terms.js';
import type { OpenBank } from '../../bank/core.js';
import type { ParsedContextInput } from './context-input.js';
import type { Found } from './raw-blocks.js';

/**
 * What a message has to come to for memories to be given, in log-odds: those that the bank knows of it, more where
 * it names a subject of notes, asks something, or asks for something to be done; a remark has to bring more.
 * Fitted on tasks, questions and idle messages of nine half-years, each judged by the other eight: decision 309.
 */
const BEARS_FROM = 0.1;
const NAMES_SUBJECT = 2.3;
const ASKS = 1.3;
const WANTS_DONE = 2.9;
const NEVER_SURE = 0.005;
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

/** Whether anything bears on a message at all, of which the bank knows something with a probability. */
export function bearsOn(
  query: string,
  knows: number,
  found: readonly Found[],
  { state, recall: { stemmer } }: OpenBank,
): boolean {
  const chance = Math.max(NEVER_SURE, Math.min(1 - NEVER_SURE, knows));
  const words = new Set(contentTerms(query, 'en', stemmer));
  const named = found.reduce((most, { id }) => {
    const about = state.notes.of(state.index.slot(id))?.note.about;
    const stems = about === undefined ? [] : contentTerms(about, 'en', stemmer);
    const share = stems.filter((stem) => words.has(stem)).length / Math.max(1, stems.length);
    return Math.max(most, share);
  }, 0);
  const odds = Math.log(chance / (1 - chance));
  const wish = asksToBeDone(query) ? WANTS_DONE : asksToKnow(query) ? ASKS : 0;
  return odds + NAMES_SUBJECT * named + wish >= BEARS_FROM;
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
