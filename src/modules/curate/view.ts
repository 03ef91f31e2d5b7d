import type { BankDiff } from './diff.js';
import type { DeleteAllReceipt } from './delete-all.js';
import type { LogLine, LogPage } from './list-log.js';
import type { ManifestReport } from '../../domain/manifest.js';
import type { MergeReceipt } from '../../domain/merge.js';
import type { UndoReceipt } from './undo.js';
import {
  accent,
  bad,
  bold,
  counted,
  dim,
  good,
  moment,
  shorten,
  table,
  type Screen,
} from '../../screen/style.js';

/** What was deleted at once. */
export function renderDeleted({ memories, others }: DeleteAllReceipt): string {
  if (memories + others === 0) return 'Nothing was there to forget.';
  return `${counted(memories, 'memory', 'memories')}${others === 0 ? '' : ` and ${counted(others, 'goal or lesson', 'goals and lessons')}`} forgotten.`;
}

const STATE: Readonly<Record<LogLine['state'], (hash: string) => string>> = {
  reversible: accent,
  undone: () => dim('undone'),
  expired: () => dim('over 30 days'),
  never: () => dim('–'),
};

/** Up to this many memories are listed by name. */
const MAX_NAMED = 5;

export function renderLog({ changes, next }: LogPage, screen: Screen): string {
  if (changes.length === 0) return 'No changes.';
  const rows = changes.map((change) => [
    moment(change.at, screen),
    change.verb,
    STATE[change.state](change.reversal),
    what(change),
  ]);
  return [
    table(['when', 'verb', 'undo', 'what'], rows, screen, [17, 12, 18, 0]),
    ...(next === null ? [] : ['', dim(`More: --before ${next}`)]),
  ].join('\n');
}

function what({ actor, reason, memories, memoryCount, links, undid }: LogLine): string {
  const touched =
    memoryCount === 0
      ? []
      : [memoryCount > MAX_NAMED ? `${memoryCount} memories` : memories.join(', ')];
  return [
    ...(undid === null ? [] : [`undid ${undid}`]),
    ...(reason === '' ? [] : [shorten(reason, 120)]),
    ...touched,
    ...(links === 0 ? [] : [`${links} links`]),
    dim(`by ${actor}`),
  ].join('; ');
}

export function renderUndo({ undone, memories, records, forced }: UndoReceipt): string {
  return [
    `${good('Undone')}: the ${bold(undone.verb)} of ${moment(undone.at)} by ${undone.actor}; ${counted(records, 'record is as it was', 'records are as they were')}${memories.length === 0 ? '' : `, memories among them: ${memories.slice(0, 5).join(', ')}${memories.length > 5 ? ` and ${memories.length - 5} more` : ''}`}.`,
    ...(forced.length === 0
      ? []
      : [
          bad(
            `${counted(forced.length, 'of them was', 'of them were')} changed since; that is undone as well.`,
          ),
        ]),
  ].join('\n');
}

export function renderMerge({ memory, merged, links, differences, notices }: MergeReceipt): string {
  return [
    `${good('Merged')} ${merged.join(', ')} into ${bold(memory.id)}: ${shorten(memory.content, 300)}`,
    dim(
      `  ${memory.provenance.length} pieces of evidence, ${links} links, confidence ${memory.confidence.toFixed(2)}`,
    ),
    ...differences.map(({ why }) => bad(`  All the same: ${why}.`)),
    ...notices.map((notice) => dim(`  ${notice}`)),
  ].join('\n');
}

export function renderManifestReport({
  applied,
  actions,
  bad: lines,
  sequence,
}: ManifestReport): string {
  const said = actions.map(({ line, verb, options, note, memories, becomes, conflict }) => {
    const of = memories
      .map(({ id, content }) => `${id} “${shorten(content, 60)}”`)
      .join(conflict === null ? ', ' : ' against ');
    const what = [
      bold([verb, ...options].join(' ')),
      ...(conflict === null ? [] : [conflict]),
      of,
    ].join(' ');
    return [
      `${dim(`line ${line}`)}  ${what}${becomes === null ? '' : `, as “${shorten(becomes.content, 80)}”`}`,
      ...(note === '' ? [] : [dim(`         ${note}`)]),
    ].join('\n');
  });
  const head = applied
    ? good(`Applied ${counted(actions.length, 'line')} in change ${sequence}.`)
    : actions.length + lines.length === 0
      ? 'The file asks for nothing.'
      : `${counted(actions.length, 'line')} would be applied${lines.length === 0 ? '' : `, but not while ${counted(lines.length, 'is', 'are')} bad`}:`;
  return [
    head,
    ...said,
    ...lines.map(({ line, message }) => bad(`${line === 0 ? 'file' : `line ${line}`}  ${message}`)),
  ].join('\n');
}

export function renderDiff(
  { from, to, put, changed, retracted }: BankDiff,
  screen: Screen,
): string {
  const rows = [
    ...put.map(({ id, content }) => [good('+'), id, shorten(content, 160)]),
    ...changed.map(({ after, fields }) => [
      accent('~'),
      after.id,
      `${shorten(after.content, 120)} ${dim(fields.join(', '))}`,
    ]),
    ...retracted.map(({ id, content }) => [bad('-'), id, shorten(content, 160)]),
  ];
  const head = `From ${moment(from, screen)} to ${moment(to, screen)}: ${put.length} put, ${changed.length} changed, ${retracted.length} taken back.`;
  return [
    head,
    ...(rows.length === 0 ? [] : [table(['', 'memory', ''], rows, screen, [2, 15, 0])]),
  ].join('\n');
}
