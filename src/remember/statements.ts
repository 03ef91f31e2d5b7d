import { indexTerms } from '../language/code/code-terms.js';
import { isLightWord } from '../language/light-words.js';
import type { Stemmer } from '../language/stem.js';
import { isStopWord } from '../language/stop-words.js';
import { words } from '../language/words.js';
import { tellingTerms } from './near-duplicate.js';

/** A clause of a text, in one spelling, and how many telling words it has. */
export interface Statement {
  readonly text: string;
  readonly weight: number;
}

/** Where a clause ends: at a stop that a space follows, a comma, a dash, a quote or a line. */
const CLAUSE_END = /(?<![.:;!?…])[.:;!?…]+(?=\s|$|["“”«»])|,\s|\s[-–—|]\s|["“”«»\n]+/u;
/** Fewer telling words say nothing by themselves ("thank you so much"). */
const MIN_WEIGHT = 3;
/** So many clauses of a text are compared, the weightiest first. */
const MOST = 6;

/** What a short text states, clause by clause, the weightiest first: a near-copy may dress a statement up, but says it. */
export function statementsOf(content: string, language: string): Statement[] {
  return content
    .split(CLAUSE_END)
    .map((clause): Statement => {
      const said = words(clause.toLowerCase())
        .map(({ text }) => text)
        .filter((word) => !isLightWord(word));
      return {
        text: said.join(' '),
        weight: said.filter((word) => !isStopWord(word, language)).length,
      };
    })
    .filter(({ weight }) => weight >= MIN_WEIGHT)
    .sort((a, b) => b.weight - a.weight || (a.text < b.text ? -1 : 1))
    .slice(0, MOST);
}

/** The telling terms of a statement, as an index has them. */
export function statementTerms(
  { text }: Statement,
  language: string,
  stemmer: Stemmer,
): readonly string[] {
  return tellingTerms(indexTerms(text, language, stemmer).terms);
}
