import { indexTerms } from '../language/code/code-terms.js';
import { isLightWord } from '../language/light-words.js';
import type { Stemmer } from '../language/stem.js';
import { isStopWord } from '../language/stop-words.js';
import { words } from '../language/words.js';
import { tellingTerms } from './near-duplicate.js';

/** A normalised clause of a text, and how many content words it has. */
export interface Statement {
  readonly text: string;
  readonly weight: number;
}

/** Where a clause ends: at punctuation followed by a space, a comma, a dash, a quote or a line break. */
const CLAUSE_END = /(?<![.:;!?…])[.:;!?…]+(?=\s|$|["“”«»])|,\s|\s[-–—|]\s|["“”«»\n]+/u;
/** Clauses with fewer content words say nothing by themselves ("thank you so much"). */
const MIN_WEIGHT = 3;
/** Maximum number of clauses compared per text, weightiest first. */
const MOST = 6;

/** The clauses of a short text, weightiest first: a near-copy may embellish a statement, but contains it. */
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

/** The content terms of a statement, as indexed. */
export function statementTerms(
  { text }: Statement,
  language: string,
  stemmer: Stemmer,
): readonly string[] {
  return tellingTerms(indexTerms(text, language, stemmer).terms);
}
