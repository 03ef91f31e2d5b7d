import type { Memory } from '../../../domain/memory.js';
import type { QuarantineAnswer } from '../quarantine.js';
import { renderReceipt } from '../../maintenance/view.js';
import { shorten, table, type Screen } from '../../../format/style.js';

export function renderQuarantine(
  { memories, released = [], rejected = [] }: QuarantineAnswer,
  screen: Screen,
): string {
  return [
    ...released.map(renderReceipt),
    ...(rejected.length === 0 ? [] : [`Turned away: ${rejected.join(', ')}`]),
    waiting(memories, screen),
  ].join('\n');
}

function waiting(memories: readonly Memory[], screen: Screen): string {
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
