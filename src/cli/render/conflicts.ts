import type { ConflictPage, ConflictReceipt, ListedConflict } from '../../index.js';
import { accent, bad, bold, dim, good, moment, shorten, table, type Screen } from './style.js';

const STATUS = { pending: bad, resolved: good, overridden: accent } as const;

export function renderConflicts({ conflicts, next, scan }: ConflictPage, screen: Screen): string {
  const scanned = scan === null ? [] : [dim(`Read ${scan.memories} memories with ${scan.claims} claims; ${scan.found} conflicts were new.`)];
  if (conflicts.length === 0) return [...scanned, 'No conflicts.'].join('\n');
  const rows = conflicts.map((conflict) => [conflict.id, STATUS[conflict.status](conflict.status), told(conflict)]);
  return [...scanned, table(['id', 'status', 'conflict'], rows, screen, [15, 10, 0]), ...(next === null ? [] : ['', dim(`More: --after ${next}`)])].join('\n');
}

function told(conflict: ListedConflict): string {
  const { subject, slot, olderValue, newerValue, verdict, reason, settlement, olderText, newerText, older, newer } = conflict;
  const holds = settlement === null ? '' : settlement.keep === 'both' ? `both hold${settlement.conditions === null ? '' : ` (${settlement.conditions})`}` : `the ${settlement.keep} holds`;
  return [
    `${bold(subject)} ${slot}: ${olderValue} → ${newerValue}`,
    dim(`${older} ${shorten(olderText, 160)}`),
    dim(`${newer} ${shorten(newerText, 160)}`),
    dim(`${verdict}: ${reason}`),
    ...(settlement === null ? [] : [dim(`${holds}, by ${settlement.by === 'rule' ? 'rule' : settlement.actor} on ${moment(settlement.at)}${settlement.note === '' ? '' : `: ${settlement.note}`}`)]),
  ].join('\n');
}

export function renderConflictReceipt({ conflict, holds, superseded }: ConflictReceipt): string {
  const { id, status, settlement } = conflict;
  if (status === 'pending') return `Open again: ${id}`;
  const outcome = holds === null ? `both hold${settlement === null || settlement.conditions === null ? '' : ` (${settlement.conditions})`}` : `${holds} holds, ${superseded} is superseded`;
  return `${status === 'overridden' ? 'Overridden' : 'Resolved'}: ${id}; ${outcome}`;
}
