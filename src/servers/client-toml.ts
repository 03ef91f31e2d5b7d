import { parse, stringify } from 'smol-toml';
import type { SettingsEdit } from './settings-edit.js';

export const parseToml = (text: string): unknown => parse(text);

/**
 * The text with a table of its own put, replaced or, for undefined, taken out with all below it. It works on whole lines, so that what
 * others wrote stays letter for letter; whoever calls reads the result again, as a text may hold what looks like a table and is none.
 */
export function editToml(text: string, { at, value }: SettingsEdit): string {
  const ended = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  const lines = ended.split(/(?<=\n)/);
  const table = value === undefined ? '' : stringify(nested(at, value)).replace(/^\n+/, '');
  const from = lines.findIndex((line) => isTable(line, at, false));
  if (from < 0) return table === '' ? text : `${ended}${ended === '' ? '' : '\n'}${table}`;
  let end = from + 1;
  while (end < lines.length && !(HEADER.test(lines[end] ?? '') && !isTable(lines[end], at, true)))
    end += 1;
  // Blank lines and comments before the next table are that table's.
  while (end > from + 1 && /^\s*(?:$|#)/.test(lines[end - 1] ?? '')) end -= 1;
  const before = lines.slice(0, from);
  if (table === '' && before.at(-1)?.trim() === '') before.pop();
  return [...before, table, ...lines.slice(end)].join('');
}

const HEADER = /^\s*\[/;

/** Whether a line opens the table at these names; with `below`, or one below it. */
function isTable(line: string | undefined, at: SettingsEdit['at'], below: boolean): boolean {
  const header = /^\s*\[([^[\]]+)\]\s*(?:#.*)?$/.exec(line?.trimEnd() ?? '')?.[1];
  if (header === undefined) return false;
  const names = header.split('.').map((name) => name.trim().replace(/^(["'])(.*)\1$/, '$2'));
  return (
    (below ? names.length >= at.length : names.length === at.length) &&
    at.every((name, place) => names[place] === name)
  );
}

function nested(at: SettingsEdit['at'], value: unknown): Record<string, unknown> {
  const [name = '', ...rest] = at;
  return { [name]: rest.length === 0 ? value : nested(rest, value) };
}
