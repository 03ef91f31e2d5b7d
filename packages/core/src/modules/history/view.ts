import type { BankDiff } from './diff.js';
import type { ForgetReceipt } from './forget.js';
import type { LogLine, LogPage } from '../inspect/list.js';
import type { MergeReceipt } from '../../domain/forgetting-and-merging.js';
import type { Reversible } from '../../domain/change.js';
import type { UndoReceipt } from './undo.js';
import type { UpdateReceipt } from './update.js';
import { renderReceipt } from '../maintenance/view.js';
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
  type TextFormat,
} from '../../format/style.js';

export function renderForgotten({
  changed,
  unchanged,
  others = 0,
  reversal,
}: Reversible<ForgetReceipt>): string {
  const also = others === 0 ? '' : ` and ${counted(others, 'goal or lesson', 'goals and lessons')}`;
  return [
    changed.length === 0
      ? `Forgotten: none${also}`
      : `${reversal === null ? 'Would be forgotten' : 'Forgotten'}: ${named(changed)}${also}`,
    ...alreadySo(unchanged),
  ].join('\n');
}

const alreadySo = (unchanged: readonly string[]): string[] =>
  unchanged.length === 0
    ? []
    : [dim(`${counted(unchanged.length, 'was', 'were')} so already: ${named(unchanged)}`)];

const named = (ids: readonly string[]): string =>
  `${ids.slice(0, MAX_NAMED).join(', ')}${ids.length > MAX_NAMED ? ` and ${ids.length - MAX_NAMED} more` : ''}`;

export const renderUpdate = (receipt: Reversible<UpdateReceipt>): string =>
  receipt.replaced !== null
    ? `${renderReceipt(receipt)}\nin place of ${receipt.replaced}`
    : [
        receipt.reversal === null
          ? `${receipt.id} was so already`
          : `${good('Updated')}: ${receipt.id}`,
        ...receipt.notes.map((line) => dim(`  ${line}`)),
      ].join('\n');

const STATE: Readonly<Record<LogLine['state'], (hash: string) => string>> = {
  reversible: accent,
  undone: () => dim('undone'),
  expired: () => dim('over 30 days'),
  never: () => dim('–'),
};

/** Maximum number of memories listed by id. */
const MAX_NAMED = 5;

export function renderLog({ changes, next }: LogPage, screen: TextFormat): string {
  if (changes.length === 0) return 'No changes.';
  const rows = changes.map((change) => [
    moment(change.at, screen),
    change.verb,
    STATE[change.state](change.reversal),
    what(change),
  ]);
  return [
    table(['when', 'verb', 'undo', 'what'], rows, screen, [17, 12, 18, 0]),
    ...(next === null ? [] : ['', dim(`More: ${goesOn(changes, next)}`)]),
  ].join('\n');
}

/** The flag for the next page: `--before` if newest first, else `--after`. */
const goesOn = (changes: LogPage['changes'], next: number): string =>
  `--${(changes[0]?.sequence ?? 0) > next ? 'before' : 'after'} ${next}`;

function what({
  actor,
  reason,
  memories,
  memoryCount,
  links,
  removedLinks,
  undid,
}: LogLine): string {
  const touched =
    memoryCount === 0
      ? []
      : [memoryCount > MAX_NAMED ? `${memoryCount} memories` : memories.join(', ')];
  return [
    ...(undid === null ? [] : [`undid ${undid}`]),
    ...(reason === '' ? [] : [shorten(reason, 120)]),
    ...touched,
    ...(links === 0 ? [] : [`${links} links`]),
    ...(removedLinks === 0 ? [] : [`${removedLinks} links taken away`]),
    dim(`by ${actor}`),
  ].join('; ');
}

export function renderUndo({ undone, memories, unchanged, records, forced }: UndoReceipt): string {
  if (undone === null)
    return [
      memories.length === 0 ? 'Restored: none' : `${good('Restored')}: ${named(memories)}`,
      ...alreadySo(unchanged),
    ].join('\n');
  return [
    `${good('Undone')}: the ${bold(undone.verb)} of ${moment(undone.at)} by ${undone.actor}; ${counted(records, 'record is as it was', 'records are as they were')}${memories.length === 0 ? '' : `, memories among them: ${named(memories)}`}.`,
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

export function renderDiff(
  { from, to, put, changed, retracted }: BankDiff,
  screen: TextFormat,
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
