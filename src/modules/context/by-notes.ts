import { citationOf } from '../../domain/citation.js';
import { fenceRecalled, RECALLED_LABEL } from '../../domain/recalled-text.js';
import { isoSecond } from '../../domain/time.js';
import { countTokens } from '../../language/count-tokens.js';
import type { OpenBank } from '../../bank/core.js';
import type { Has } from './given.js';
import type { Filled, Found } from './raw-blocks.js';

/** As many as fit, a line each with its day and how it holds, between one pair of marks. */
export function notesText(
  results: readonly Found[],
  budget: number,
  { state }: OpenBank,
  has?: Has,
): Filled {
  if (results.length === 0) return { text: '', delivered: [] };
  const wrap = (lines: readonly string[]): string =>
    `${RECALLED_LABEL}\n${fenceRecalled(null, `\n${lines.join('\n')}\n`)}`;
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

/** The sentence of a note has its day; a turn's words have that of its saying. */
function lineOf({ content, speaker, saidAt, kind, validity, trust }: Found, cite: string): string {
  const marks = [
    ...(trust === 'web' || trust === 'tool'
      ? [`from ${trust === 'web' ? 'the web' : 'a tool'}`]
      : []),
    ...(validity === 'current' || validity === 'unread' ? [] : [validity]),
  ];
  const said =
    kind === 'note'
      ? ''
      : `${isoSecond(saidAt).slice(0, 10)}${speaker === null ? '' : ` ${speaker}:`} `;
  return `${said}${content}${marks.length === 0 ? '' : ` (${marks.join(', ')})`} ${cite}`;
}
