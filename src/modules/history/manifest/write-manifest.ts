import type { BankName } from '../../../domain/ids.js';
import type { Conflict } from '../../../domain/conflict.js';
import { PINNED } from '../../../domain/manifest.js';
import type { Memory } from '../../../domain/memory.js';
import { isoSecond, type Instant } from '../../../domain/time.js';

const SHOWN = 240;

export interface ManifestParts {
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

/** The bank as a file that a person edits: what it holds, what is in conflict, and where commands go. */
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

/** The header by which the file is recognised. */
export function headOf(bank: string, sequence: number): string {
  return `<!-- mneme manifest: bank=${bank} change=${sequence} -->`;
}

export const HEAD = /^<!-- mneme manifest: bank=(\S+) change=(\d{1,15}) -->\s*$/mu;

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

/** On one line, so that remembered text cannot begin one, and without comment delimiters. */
function oneLine(text: string): string {
  const line = text
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/<!--|-->/gu, '')
    .trim();
  return line.length <= SHOWN ? line : `${line.slice(0, SHOWN - 1)}…`;
}
