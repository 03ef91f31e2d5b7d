import type { Conflict } from '../../domain/validity.js';
import type { BankName } from '../../domain/ids.js';
import {
  type BadLine,
  MANIFEST_VERBS,
  type ManifestLine,
  type ManifestVerb,
  PINNED,
} from '../../domain/manifest.js';
import type { Memory } from '../../domain/memory.js';
import { type Instant, isoSecond } from '../../domain/time.js';

const SHOWN = 240;

interface ManifestParts {
  readonly bank: BankName;
  readonly sequence: number;
  readonly at: Instant;
  readonly memories: readonly Memory[];
  readonly conflicts: readonly Conflict[];
  /** The memories of the conflicts. */
  readonly rivals: ReadonlyMap<string, Memory>;
}

const EXAMPLES = `<!-- One action a line, here or below Notes. Ids stand in the lists above.
[MERGE: m_…, m_…] What the one memory is called
[MERGE concatenate: m_…, m_…]            or keep_newest (default), keep_highest, summarize; force
[FORGET: m_…] Why                        or FORGET obsolete, user_requested, adversarial_injection, semantic_cancer
[PIN: m_…]
[RESOLVE newer: k_…] Why                 or older, both, reliable
-->`;

/** Renders the bank as a file to edit: its memories, its conflicts, and sections for commands. */
export function writeManifest({
  bank,
  sequence,
  at,
  memories,
  conflicts,
  rivals,
}: ManifestParts): string {
  return [
    `# The memory ${bank} on ${isoSecond(at)}`,
    '',
    headOf(bank, sequence),
    '',
    'Edit this file below “Pending Actions” and “Notes”, then look and apply: `mneme manifest FILE --preview`, `mneme manifest FILE`.',
    '',
    '## Active Concepts',
    '',
    ...memories.map(lineOf),
    '',
    ...(conflicts.length === 0
      ? []
      : ['## Conflicts', '', ...conflicts.map((conflict) => conflictLine(conflict, rivals)), '']),
    '## Pending Actions',
    '',
    EXAMPLES,
    '',
    '## Notes',
    '',
    '<!-- [NOTE: m_…] A remark, kept beside the memory -->',
    '',
  ].join('\n');
}

/** The header that identifies the file. */
function headOf(bank: string, sequence: number): string {
  return `<!-- mneme manifest: bank=${bank} change=${sequence} -->`;
}

/** A manifest that asks for one thing. */
export const manifestOfAction = (line: string, bank: string, sequence: number): string =>
  [headOf(bank, sequence), '## Pending Actions', line].join('\n');

/** Whether a line asks for something, be it well put or not. */
export const isAction = (line: string): boolean =>
  /^\[\s*(?:merge|forget|note|pin|resolve)\b/i.test(line);

const HEAD = /^<!-- mneme manifest: bank=(\S+) change=(\d{1,15}) -->\s*$/mu;

function lineOf({
  id,
  kind,
  content,
  speaker,
  saidAt,
  confidence,
  importance,
  tags,
}: Memory): string {
  const marks = [
    kind,
    ...(tags.includes(PINNED) ? ['pinned'] : []),
    ...(speaker === null ? [] : [oneLine(speaker)]),
    isoSecond(saidAt).slice(0, 10),
    `sure ${confidence.toFixed(2)}`,
    `matters ${importance.toFixed(2)}`,
  ];
  return `- ${id} ${oneLine(content)} (${marks.join(', ')})`;
}

function conflictLine(
  { id, older, newer, reason }: Conflict,
  rivals: ReadonlyMap<string, Memory>,
): string {
  const said = (memory: string): string =>
    `${memory} “${oneLine(rivals.get(memory)?.content ?? '')}”`;
  return `- ${id} older ${said(older)} against newer ${said(newer)}: ${oneLine(reason)}`;
}

/** One line without comment delimiters, so that remembered text can start no command. */
function oneLine(text: string): string {
  const line = text
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/<!--|-->/gu, '')
    .trim();
  return line.length <= SHOWN ? line : `${line.slice(0, SHOWN - 1)}…`;
}

export interface ReadManifest {
  /** Null if the file does not state the bank it was written from. */
  readonly head: { readonly bank: string; readonly sequence: number } | null;
  readonly lines: readonly ManifestLine[];
  readonly bad: readonly BadLine[];
}

/**
 * Commands count only below these headings: the lists above show remembered text, which must never become a command.
 */
const ACTING = new Set(['pending actions', 'notes']);
const HEADING = /^#{1,6}\s+(\S.*)$/su;
const ACTION = /^(?:[-*+]\s+)?\[\s*([A-Za-z]+)((?:\s+\w+)*)\s*:([^\]]*)\](.*)$/su;
const MAX_LINES = 500;

/**
 * Parses an edited manifest: what each line asks for, and which lines cannot be parsed. Pure; ids are not looked up.
 */
export function readManifest(text: string): ReadManifest {
  const found = HEAD.exec(text);
  const lines: ManifestLine[] = [];
  const bad: BadLine[] = [];
  let acting = false;
  let comment = false;
  for (const [at, raw] of text.split(/\r?\n/u).entries()) {
    const line = at + 1;
    const opened = comment;
    const bare = withoutComments(raw, opened).trim();
    comment = endsInComment(raw, opened);
    const heading = HEADING.exec(bare)?.[1]
      ?.replace(/(?<!#)#+$/u, '')
      .trim()
      .toLowerCase();
    if (heading !== undefined) acting = ACTING.has(heading);
    if (heading !== undefined || !acting || bare === '') continue;
    const read = readLine(line, bare);
    if ('message' in read) bad.push(read);
    else lines.push(read);
  }
  if (lines.length > MAX_LINES)
    bad.push({
      line: lines[MAX_LINES]?.line ?? 0,
      message: `A file may ask for ${MAX_LINES} things at most; apply it in parts.`,
    });
  return {
    head: found === null ? null : { bank: found[1] ?? '', sequence: Number(found[2]) },
    lines,
    bad,
  };
}

function readLine(line: number, text: string): ManifestLine | BadLine {
  const match = ACTION.exec(text);
  if (match === null)
    return {
      line,
      message: `“${text.slice(0, 60)}” is no action. Write one as [FORGET: m_…] Why, or put it into a comment.`,
    };
  const [, word = '', options = '', ids = '', note = ''] = match;
  const verb = MANIFEST_VERBS.find((each) => each === word.toLowerCase());
  if (verb === undefined)
    return {
      line,
      message: `${word} is no action. There are ${MANIFEST_VERBS.map((each) => each.toUpperCase()).join(', ')}.`,
    };
  const named = ids.split(/[\s,]+/u).filter((id) => id !== '');
  const count = wrongCount(verb, named.length);
  if (count !== null) return { line, message: count };
  return {
    line,
    verb,
    options: options.split(/\s+/u).filter((option) => option !== ''),
    ids: named,
    note: note.trim(),
  };
}

function wrongCount(verb: ManifestVerb, count: number): string | null {
  if (verb === 'merge')
    return count < 2 ? 'MERGE needs two memories or more: [MERGE: m_…, m_…].' : null;
  if (verb === 'resolve')
    return count === 1 ? null : 'RESOLVE needs one conflict: [RESOLVE newer: k_…].';
  return count > 0 ? null : `${verb.toUpperCase()} needs a memory: [${verb.toUpperCase()}: m_…].`;
}

function withoutComments(text: string, inside: boolean): string {
  let told = '';
  let at = inside ? text.indexOf('-->') + 3 : 0;
  if (inside && at < 3) return '';
  for (;;) {
    const open = text.indexOf('<!--', at);
    const close = open < 0 ? -1 : text.indexOf('-->', open + 4);
    told += text.slice(at, open < 0 ? undefined : open);
    if (close < 0) return told;
    at = close + 3;
  }
}

function endsInComment(text: string, inside: boolean): boolean {
  const [open, close] = [text.lastIndexOf('<!--'), text.lastIndexOf('-->')];
  return open === close ? inside : open > close;
}
