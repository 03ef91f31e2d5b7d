import { parseInput } from '../../packages/core/src/domain/input.js';
import type { Mneme } from '../../packages/mneme/src/index.js';
import { OPERATIONS } from '../../packages/mneme/src/operations/table.js';
import { anyCase, type Life } from '../talk/lives.js';

type ListedVerb = Life['verbs'][number];

export interface AnsweredVerb {
  readonly verb: ListedVerb;
  /** The answer as JSON. */
  readonly answer: string;
  /** Patterns that it should have matched, and those that it should not have. */
  readonly missing: readonly string[];
  readonly wrong: readonly string[];
}

type Answer = (memory: Mneme, input: string) => Promise<unknown>;

/** Each verb as its user calls it: what is asked about goes where its operation takes it. */
const ANSWERS: Readonly<Record<string, Answer>> = {
  attempt: (memory, task) => run('foretell', { actions: [task] }, memory),
  brief: (memory, about) => run('brief', { about }, memory),
  causes: (memory, outcome) => run('causes', { outcome }, memory),
  foretell: (memory, action) => run('foretell', { actions: [action] }, memory),
  goals: (memory, about) => run('goals', { about }, memory),
  opinions: (memory, about) => run('opinions', { about }, memory),
  strategies: (memory, task) => run('strategies', { task }, memory),
  synthesise: (memory, query) => run('synthesise', { query }, memory),
};

function run<Name extends keyof typeof OPERATIONS>(
  name: Name,
  input: Readonly<Record<string, unknown>>,
  memory: Mneme,
): Promise<unknown> {
  const operation = OPERATIONS[name];
  // Of a union of operations the compiler cannot see that schema and verb belong together.
  return operation.run(memory, parseInput(operation.input, input, name) as never, {});
}

/** A verb that is none of Mneme's has no answer and is wrong. */
export async function askVerb(verb: ListedVerb, memory: Mneme): Promise<AnsweredVerb> {
  const ask = Object.hasOwn(ANSWERS, verb.verb) ? ANSWERS[verb.verb] : undefined;
  const answer = ask === undefined ? '' : JSON.stringify(await ask(memory, verb.input));
  const matches = (source: string): boolean => anyCase(source).test(answer);
  return {
    verb,
    answer,
    missing:
      ask === undefined
        ? [`an operation ${verb.verb}`]
        : verb.must.filter((source) => !matches(source)),
    wrong: verb.mustNot.filter(matches),
  };
}

export const isRight = ({ missing, wrong }: AnsweredVerb): boolean =>
  missing.length + wrong.length === 0;
