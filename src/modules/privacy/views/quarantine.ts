import type { Memory } from '../../../domain/memory.js';
import type { Receipt } from '../../../domain/receipt.js';
import type { Rejection } from '../quarantine.js';
import { renderReceipt } from '../../care/view.js';
import { shorten, table, type Screen } from '../../../screen/style.js';

export function renderQuarantine(
  { memories }: { readonly memories: readonly Memory[] },
  screen: Screen,
): string {
  if (memories.length === 0) return 'Nothing is held back.';
  const rows = memories.map(({ id, quarantine, provenance, content }) => [
    id,
    (quarantine?.score ?? 0).toFixed(2),
    provenance[0]?.source ?? '',
    quarantine?.reasons.join('; ') ?? '',
    shorten(content.replace(/\s+/g, ' '), 120),
  ]);
  return table(['id', 'score', 'from', 'why', 'text'], rows, screen, [15, 6, 6, 28, 0]);
}

export function renderReleased(receipts: readonly Receipt[]): string {
  return receipts.map(renderReceipt).join('\n');
}

export function renderRejected({ rejected }: Rejection): string {
  return `Turned away: ${rejected.join(', ')}`;
}
