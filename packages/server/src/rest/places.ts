import type { Operation, HttpRoute } from '@mneme/core/kernel/operation.js';

export type { HttpRoute };

/** Root path of a bank. */
export const bankPath = (bank: string): string => `/v1/banks/${encodeURIComponent(bank)}`;

/** Paths of an operation: those it declares, or its name. */
export function placesOf({
  name,
  places,
}: Pick<Operation<never>, 'name' | 'places'>): readonly HttpRoute[] {
  return places ?? [{ method: 'POST', path: `/${name.replaceAll('_', '-')}` }];
}
