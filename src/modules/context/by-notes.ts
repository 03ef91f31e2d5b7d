import { citationOf } from '../../domain/citation.js';
import { fenceRecalled, RECALLED_LABEL } from '../../domain/recalled-text.js';
import { isoSecond } from '../../domain/time.js';
import type { ValidityState } from '../../domain/validity.js';
import { countTokens } from '../../language/count-tokens.js';
import type { OpenBank } from '../../bank/core.js';
import type { ParsedContextInput } from './context-input.js';
import type { Has } from './given.js';
import type { Filled, Found } from './raw-blocks.js';

/**
 * Minimum probability that the bank knows something of a text, for its notes to be given. By hand, on tasks
 * and idle messages of nine half-years: chances were not fitted on banks with notes.
 */
const BEARS_FROM = 0.2;

/** States in which a memory is given last: it tells how it was. */
const BEHIND: ReadonlySet<ValidityState> = new Set<ValidityState>(['superseded', 'ended', 'past']);

/**
 * Whether notes fill a context: what a task needs shares few words with it, so that no single note is likely
 * to answer. A caller who sets a threshold or a form has it.
 */
export async function isToldByNotes(
  { precision, minProbability = 0, mode, verbosity }: ParsedContextInput,
  { state }: OpenBank,
): Promise<boolean> {
  if (precision === 'normal' || minProbability > 0 || mode !== 'auto' || verbosity !== 1)
    return false;
  await state.follow();
  await state.notes.ready();
  return state.notes.size > 0;
}

/** What is given of what was found: nothing where the bank knows nothing of it, else notes that hold first, what no longer does last. */
export function notesFirst(found: readonly Found[], knows: number | null): readonly Found[] {
  if (knows !== null && knows < BEARS_FROM) return [];
  const place = ({ kind, validity }: Found): number =>
    BEHIND.has(validity) ? 2 : kind === 'note' ? 0 : 1;
  return [...found].sort((a, b) => place(a) - place(b));
}

/** As many as fit, a line each with its day and how it holds, between one pair of marks. */
export function notesText(
  results: readonly Found[],
  budget: number,
  { state }: OpenBank,
  has?: Has,
): Filled {
  const [best] = results;
  if (best === undefined) return { text: '', delivered: [] };
  const wrap = (lines: readonly string[]): string =>
    `${RECALLED_LABEL}\n${fenceRecalled(best.id, `\n${lines.join('\n')}\n`)}`;
  let room = budget - countTokens(wrap([]));
  const fitting = results.flatMap((found) => {
    const line = lineOf(found, citationOf(found.id, state.index.size));
    const cost = countTokens(line) + 1;
    if (cost > room) return [];
    room -= cost;
    return [{ found, line }];
  });
  const said = fitting.filter(
    ({ found: { id, content } }) => has?.({ id, text: content }) !== true,
  );
  return {
    text: said.length === 0 ? '' : wrap(said.map(({ line }) => line)),
    delivered: fitting.map(({ found }) => found.id),
  };
}

function lineOf({ content, speaker, saidAt, validity, trust }: Found, cite: string): string {
  const marks = [
    ...(trust === 'web' || trust === 'tool'
      ? [`from ${trust === 'web' ? 'the web' : 'a tool'}`]
      : []),
    ...(validity === 'current' ? [] : [validity]),
  ];
  return `${isoSecond(saidAt).slice(0, 10)}${speaker === null ? '' : ` ${speaker}:`} ${content}${marks.length === 0 ? '' : ` (${marks.join(', ')})`} ${cite}`;
}
