import type { MemoryId } from '../../domain/ids.js';
import type { ValidityState } from '../../domain/validity.js';
import { GATED_ABOVE, type Pulse } from '../advisor/index.js';
import type { Found } from './raw-blocks.js';

/** States in which one is warned: what is planned or past says so by itself. */
const CONTESTED: ReadonlySet<ValidityState> = new Set<ValidityState>([
  'superseded',
  'disputed',
  'partly',
  'doubtful',
  'ended',
]);

/** What to know of what was delivered: that it is of many matters, disputed, or holds no longer. */
export function warningsOn(
  { entropy, ofMany }: Pulse & { readonly ofMany: boolean },
  results: readonly Found[],
  delivered: readonly MemoryId[],
): string[] {
  const contested = results.filter(
    ({ id, validity }) => CONTESTED.has(validity) && delivered.includes(id),
  );
  return [
    ...(ofMany && entropy > GATED_ABOVE && delivered.length > 2
      ? ['What was found is about many matters: ask of one at a time.']
      : []),
    ...contested.map(({ id, validity }) =>
      validity === 'disputed' ? `${id} is disputed: see conflicts.` : `${id} no longer holds.`,
    ),
  ];
}
