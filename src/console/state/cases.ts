import { signal } from '@preact/signals';

/** A question, and the memories that must come back for it. */
export interface PinnedCase {
  readonly query: string;
  readonly expected: readonly string[];
}

const keyOf = (bank: string): string => `mneme:cases:${bank}`;

/** Cases of a bank, kept in this browser; `recall_accuracy` checks them. */
export const pinned = signal<readonly PinnedCase[]>([]);

export function readCases(bank: string): void {
  try {
    pinned.value = JSON.parse(localStorage.getItem(keyOf(bank)) ?? '[]') as PinnedCase[];
  } catch {
    pinned.value = [];
  }
}

export function pinCase(bank: string, added: PinnedCase): void {
  keep(bank, [...pinned.value.filter(({ query }) => query !== added.query), added]);
}

export function unpinCase(bank: string, query: string): void {
  keep(
    bank,
    pinned.value.filter((each) => each.query !== query),
  );
}

function keep(bank: string, cases: readonly PinnedCase[]): void {
  pinned.value = cases;
  localStorage.setItem(keyOf(bank), JSON.stringify(cases));
}
