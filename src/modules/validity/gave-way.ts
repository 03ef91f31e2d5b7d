import type { Conflict } from '../../domain/conflict.js';
import type { MemoryId } from '../../domain/ids.js';

/** Whether a memory's statement of `value` was superseded. The rest of its text may still hold. */
export function gaveWay(memory: MemoryId, value: string, conflicts: readonly Conflict[]): boolean {
  const meant = value.toLowerCase();
  return conflicts.some(({ older, newer, settlement, olderValue, newerValue, slot }) => {
    if (settlement === null || settlement.keep === 'both') return false;
    const [loser, lost] = settlement.keep === 'newer' ? [older, olderValue] : [newer, newerValue];
    return loser === memory && (isWithin(lost, meant) || isWithin(meant, slot));
  });
}

/** "green" within "light green", "sushi" within "likes sushi"; whole words only. */
function isWithin(part: string, whole: string): boolean {
  return part !== '' && ` ${whole} `.includes(` ${part} `);
}
