import type { CircleReport } from '../../domain/validity.js';
import type { ConflictPage, ListedConflict } from './list-conflicts.js';
import type { ConflictReceipt } from './resolve-conflict.js';
import {
  accent,
  bad,
  bold,
  dim,
  good,
  moment,
  shorten,
  table,
  type TextFormat,
} from '../../format/style.js';

const STATUS = { pending: bad, resolved: good, overridden: accent } as const;

export function renderConflicts({ conflicts, scan }: ConflictPage, screen: TextFormat): string {
  const scanned =
    scan === null
      ? []
      : [
          dim(
            `Read ${scan.memories} memories with ${scan.claims} claims; ${scan.found} conflicts were new.`,
          ),
        ];
  if (conflicts.length === 0) return [...scanned, 'No conflicts.'].join('\n');
  const rows = conflicts.map((conflict) => [
    conflict.id,
    STATUS[conflict.status](conflict.status),
    told(conflict),
  ]);
  return [...scanned, table(['id', 'status', 'conflict'], rows, screen, [15, 10, 0])].join('\n');
}

function told(conflict: ListedConflict): string {
  const {
    subject,
    slot,
    olderValue,
    newerValue,
    verdict,
    reason,
    settlement,
    olderText,
    newerText,
    older,
    newer,
  } = conflict;
  const holds =
    settlement === null
      ? ''
      : settlement.keep === 'both'
        ? `both hold${settlement.conditions === null ? '' : ` (${settlement.conditions})`}`
        : `the ${settlement.keep} holds`;
  return [
    `${bold(subject)} ${slot}: ${olderValue} → ${newerValue}`,
    dim(`${older} ${shorten(olderText, 160)}`),
    dim(`${newer} ${shorten(newerText, 160)}`),
    dim(`${verdict}: ${reason}`),
    ...(settlement === null
      ? []
      : [
          dim(
            `${holds}, by ${settlement.by === 'rule' ? 'rule' : settlement.actor} on ${moment(settlement.at)}${settlement.note === '' ? '' : `: ${settlement.note}`}`,
          ),
        ]),
  ].join('\n');
}

export function renderConflictReceipt({ conflict, holds, superseded }: ConflictReceipt): string {
  const { id, status, settlement } = conflict;
  if (status === 'pending') return `Open again: ${id}`;
  const outcome =
    holds === null
      ? `both hold${settlement === null || settlement.conditions === null ? '' : ` (${settlement.conditions})`}`
      : `${holds} holds, ${superseded} is superseded`;
  return `${status === 'overridden' ? 'Overridden' : 'Resolved'}: ${id}; ${outcome}`;
}

export function renderCircles({ circles, found, pruned, lowered }: CircleReport): string {
  if (found === 0) return 'No memories support one another in a circle.';
  const lines = circles.flatMap(({ members, by, grounds, groundless }) => [
    `${bold(`${members.length} memories`)}, by ${Object.entries(by)
      .map(([kind, count]) => `${kind} (${count})`)
      .join(
        ', ',
      )}: ${grounds.length === 0 ? bad('nothing outside supports them') : `grounded in ${grounds.join(', ')}`}${groundless === 0 ? '' : `; ${groundless} links count for nothing`}`,
    ...members.map(
      ({ id, content, confidence, trust }) =>
        `  ${dim(id)} ${confidence.toFixed(2)} ${trust}  ${shorten(content.replace(/\s+/g, ' '), 100)}`,
    ),
  ]);
  const done =
    pruned === 0
      ? []
      : [
          '',
          `${pruned} links were taken out.`,
          ...lowered.map(
            ({ id, before, after }) => `  ${dim(id)} ${before.toFixed(3)} → ${after.toFixed(3)}`,
          ),
        ];
  return [
    ...lines,
    ...(found > circles.length ? [dim(`${found - circles.length} more`)] : []),
    ...done,
  ].join('\n');
}
