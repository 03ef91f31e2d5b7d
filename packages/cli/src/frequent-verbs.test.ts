import { expect, it } from 'vitest';
import { allOperations } from '@mneme/mneme/operations/table.js';
import { spelling } from '@mneme/core/operations/operation.js';
import { FREQUENT_VERBS, frequentVerb } from './verbs.js';
import { createProgram } from './program.js';

const terminal = {
  screen: { width: 100 },
  interactive: false,
  out: () => undefined,
  piped: async function* () {},
};
const program = (only: string | null) =>
  createProgram(terminal, new AbortController().signal, allOperations(), only);

it('are commands of one word that no other command begins with', () => {
  const spelt = Object.values(allOperations()).map(spelling);
  for (const verb of FREQUENT_VERBS) {
    expect(spelt.filter((each) => each.split(' ')[0] === verb)).toEqual([verb]);
    const [command] = program(null).commands.filter((each) => each.name() === verb);
    expect(command?.commands).toEqual([]);
  }
});

it.each(FREQUENT_VERBS.map((verb) => [verb]))('%s has the help that it has among all', (verb) => {
  const help = (only: string | null) => {
    const command = program(only).commands.find((each) => each.name() === verb);
    let told = '';
    command?.configureOutput({ writeOut: (text) => (told += text) }).outputHelp();
    return told;
  };
  expect(help(verb)).toBe(help(null));
});

it.each([
  [['recall', 'x'], 'recall'],
  [['--file', 'list', 'recall', 'x'], 'recall'],
  [['--read-only', '--json', 'show', 'm_1'], 'show'],
  [['--help', 'recall'], null],
  [['goals'], null],
  [['--file'], null],
  [[], null],
])('finds the verb of %j', (args, verb) => {
  expect(frequentVerb(args)).toBe(verb);
});
