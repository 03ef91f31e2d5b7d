import type { Operation, Place } from '@mneme/core/kernel/operation.js';

export type { Place };

/** Below what every place of a bank lies. */
export const bankPath = (bank: string): string => `/v1/banks/${encodeURIComponent(bank)}`;

/** Where an operation is found: where it says, or under its name. */
export function placesOf({
  name,
  places,
}: Pick<Operation<never>, 'name' | 'places'>): readonly Place[] {
  return places ?? [{ method: 'POST', path: `/${name.replaceAll('_', '-')}` }];
}
