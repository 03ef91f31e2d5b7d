import { signal } from '@preact/signals';
import type { OutputOf } from '../../operations/table.js';

/** A question with what must come back for it, as `test` made it: the case itself, and the same for a file of cases. */
export type PinnedCase = Pick<NonNullable<OutputOf<'test'>['pinned']>, 'case' | 'yaml'>;

const keyOf = (bank: string): string => `mneme:cases:${bank}`;

/** Cases of a bank, kept in this browser until they are saved as a file. */
export const pinned = signal<readonly PinnedCase[]>([]);

export function readCases(bank: string): void {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(bank)) ?? '[]');
    pinned.value = Array.isArray(kept) ? kept.filter(isCase) : [];
  } catch {
    pinned.value = [];
  }
}

/** One for each question. */
export function pinCase(bank: string, added: PinnedCase): void {
  keep(bank, [...pinned.value.filter(({ case: { ask } }) => ask !== added.case.ask), added]);
}

export function unpinCase(bank: string, asked: string): void {
  keep(
    bank,
    pinned.value.filter(({ case: { ask } }) => ask !== asked),
  );
}

function keep(bank: string, cases: readonly PinnedCase[]): void {
  pinned.value = cases;
  localStorage.setItem(keyOf(bank), JSON.stringify(cases));
}

/** What an earlier console kept is of another form. */
function isCase(kept: unknown): kept is PinnedCase {
  const { case: made, yaml } = (kept ?? {}) as Partial<PinnedCase>;
  return typeof yaml === 'string' && typeof made?.ask === 'string';
}
