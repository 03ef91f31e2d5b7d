import type { Operation } from '../../operations/operation.js';
import { dim, type Screen } from '../../format/style.js';
import { renderPlain } from './plain.js';

/** An answer for people: as its verb shows it, then how to undo what was done and how to see more. */
export function renderAnswer(
  { asLines = renderPlain }: Pick<Operation, 'asLines'>,
  output: unknown,
  screen: Screen,
): string {
  const { reversal, next } = (typeof output === 'object' && output !== null ? output : {}) as {
    readonly reversal?: unknown;
    readonly next?: unknown;
  };
  return [
    asLines(output, screen),
    ...(typeof reversal === 'string'
      ? [dim(`Undo it within 30 days: mneme undo ${reversal}`)]
      : []),
    ...(typeof next === 'string' ? ['', dim(`More: the same with --cursor ${next}`)] : []),
  ].join('\n');
}
