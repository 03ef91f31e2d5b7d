import { REASONING_TYPES, type ReasoningType } from '../src/domain/profile.js';
import { PARADIGMS, QUERY_TYPES, type Paradigm, type QueryType } from '../src/domain/route.js';
import { HELD_BACK } from './data/routing-held-back.js';
import { OPEN } from './data/routing-open.js';

/** A question with the route that it should take. */
export interface RoutedQuestion {
  readonly question: string;
  readonly type: QueryType;
  readonly paradigms: readonly Paradigm[];
  readonly reasoning: ReasoningType;
}

const LETTERS: Readonly<Record<string, Paradigm>> = { d: 'declarative', p: 'procedural', f: 'predictive' };

/** The half the rules were written from, and the half they were not. */
export const ROUTED: Readonly<Record<'open' | 'heldBack', readonly RoutedQuestion[]>> = { open: parse(OPEN), heldBack: parse(HELD_BACK) };

function parse(lines: string): RoutedQuestion[] {
  return lines.trim().split('\n').map((line) => {
    const [, type = '', letters = '', reasoning = '', question = ''] = /^(\w+) ([dpf]+) (\w+): (.+)$/.exec(line) ?? [];
    const paradigms = PARADIGMS.filter((paradigm) => [...letters].some((letter) => LETTERS[letter] === paradigm));
    return { question, type: oneOf(QUERY_TYPES, type, line), paradigms, reasoning: oneOf(REASONING_TYPES, reasoning, line) };
  });
}

function oneOf<Name extends string>(names: readonly Name[], given: string, line: string): Name {
  const found = names.find((name) => name === given);
  if (found === undefined) throw new RangeError(`not a labelled question: ${line}`);
  return found;
}
