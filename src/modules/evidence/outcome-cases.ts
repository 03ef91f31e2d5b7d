import type { Note } from '../../domain/note.js';
import { wordList } from '../../language/names/word-list.js';
import type { Outcome } from '../../language/outcome.js';

export type NoteOutcome = NonNullable<Note['outcome']>;

/** One way in which an undertaking went, with what it was done under. */
export interface OutcomeCase {
  readonly went: Outcome;
  readonly text: string;
}

export const WENT: Readonly<Record<NoteOutcome['went'], Outcome>> = {
  good: 'well',
  bad: 'badly',
  mixed: 'mixed',
};

/** How readers say of a circumstance that with it things went so. */
const WELL = wordList('good well fine great perfect accepted works worked');
const BADLY = wordList('bad badly rejected refused failed broke');
const WORD = /\p{L}+/gu;
const CLAUSE_END = /[,;]\s/u;
/** “9 others fine” counts within the same attempt. */
const COUNTING = /^\s*\p{N}/u;

/**
 * What an outcome tells, case by case: “bad after 15:00, good in the morning” are two. A clause that says
 * the contrary of the whole is a case of its own, without what was tried: “without one it went badly”.
 */
export function casesOf({ of, went, under }: NoteOutcome): readonly OutcomeCase[] {
  const whole: OutcomeCase = { went: WENT[went], text: under === null ? of : `${of}, ${under}` };
  if (under === null) return [whole];
  const cases: OutcomeCase[] = [];
  for (const clause of under.split(CLAUSE_END)) {
    const said = went !== 'mixed' && COUNTING.test(clause) ? null : wentBy(clause);
    const last = cases.at(-1);
    if (last !== undefined && (said === null || said === last.went))
      cases[cases.length - 1] = { ...last, text: `${last.text}, ${clause}` };
    else {
      const contrary = went !== 'mixed' && said !== null && said !== whole.went;
      cases.push({ went: said ?? whole.went, text: contrary ? clause : `${of}, ${clause}` });
    }
  }
  if (went === 'mixed') return cases.length < 2 ? [whole] : cases;
  return cases.some((each) => each.went === whole.went)
    ? cases
    : [{ went: whole.went, text: of }, ...cases];
}

function wentBy(clause: string): 'well' | 'badly' | null {
  const words = (clause.match(WORD) ?? []).map((word) => word.toLowerCase());
  const well = words.some((word) => WELL.has(word));
  const badly = words.some((word) => BADLY.has(word));
  return well === badly ? null : well ? 'well' : 'badly';
}
