import type { Command } from 'commander';
import type { Operation } from '../operations/operation.js';

/** What most people need, in the order in which they come to need it; the rest stands below. */
const EVERY_DAY: ReadonlySet<string> = new Set([
  ...['remember', 'recall', 'context', 'brief', 'about'],
  ...['check', 'list', 'forget', 'undo', 'read'],
]);

const HEADINGS = {
  everyDay: 'Every day:',
  more: 'More:',
  operators: 'To tune, measure and draw:',
  own: 'The file, its servers and other programs:',
} as const;

/** Puts the command of an operation, or the group that it is in, under a heading of the program's help. */
export function headOperation(program: Command, command: Command, operation: Operation): void {
  const top = command.parent === null || command.parent === program ? command : command.parent;
  if (operation.former !== undefined || isHeaded(top)) return;
  const { name, forOperators } = operation;
  top.helpGroup(
    EVERY_DAY.has(name)
      ? HEADINGS.everyDay
      : forOperators === true
        ? HEADINGS.operators
        : HEADINGS.more,
  );
}

/** Puts what is no operation under a heading of its own. */
export function headOthers(program: Command): void {
  for (const command of program.commands) if (!isHeaded(command)) command.helpGroup(HEADINGS.own);
}

const isHeaded = (command: Command): boolean =>
  Object.values<string | undefined>(HEADINGS).includes(command.helpGroup());
