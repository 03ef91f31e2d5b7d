import { REASONING_TYPES, type ReasoningType } from '../packages/core/src/domain/reasoning.js';
import {
  PARADIGMS,
  QUERY_TYPES,
  type Paradigm,
  type QueryType,
} from '../packages/core/src/domain/layers.js';
import { BLIND } from './data/routing-blind.js';
import { OPEN } from './data/routing-open.js';
import { SECOND } from './data/routing-second.js';

/** A question with the route that it should take. */
export interface RoutedQuestion {
  readonly question: string;
  readonly type: QueryType;
  readonly paradigms: readonly Paradigm[];
  readonly reasoning: ReasoningType;
}

const LETTERS: Readonly<Record<string, Paradigm>> = {
  d: 'declarative',
  p: 'procedural',
  f: 'predictive',
};

/** Open: both sets of the rules' own author, from the first of which they were written. Blind: a second author's, labelled without sight of the rules. */
export const ROUTED: Readonly<Record<'open' | 'blind', readonly RoutedQuestion[]>> = {
  open: [...parse(OPEN), ...parse(SECOND)],
  blind: parse(BLIND),
};

function parse(lines: string): RoutedQuestion[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [, type = '', letters = '', reasoning = '', question = ''] =
        /^(\w+) ([dpf]+) (\w+): (.+)$/.exec(line) ?? [];
      const paradigms = PARADIGMS.filter((paradigm) =>
        [...letters].some((letter) => LETTERS[letter] === paradigm),
      );
      return {
        question,
        type: oneOf(QUERY_TYPES, type, line),
        paradigms,
        reasoning: oneOf(REASONING_TYPES, reasoning, line),
      };
    });
}

function oneOf<Name extends string>(names: readonly Name[], given: string, line: string): Name {
  const found = names.find((name) => name === given);
  if (found === undefined) throw new RangeError(`not a labelled question: ${line}`);
  return found;
}
