import { signal } from '@preact/signals';

/** What was done, or why it was not, with what takes it back. */
export interface Notice {
  readonly id: number;
  readonly text: string;
  readonly tone: 'good' | 'bad';
  readonly undo?: () => void;
}

export const notices = signal<readonly Notice[]>([]);

const STAYS_MS = 9_000;
const MAX_SHOWN = 3;

export function notify(text: string, tone: Notice['tone'] = 'good', undo?: () => void): void {
  const id = (notices.value[0]?.id ?? 0) + 1;
  const notice = { id, text, tone, ...(undo === undefined ? {} : { undo }) };
  notices.value = [notice, ...notices.value].slice(0, MAX_SHOWN);
  setTimeout(() => dismiss(id), STAYS_MS);
}

export function dismiss(id: number): void {
  notices.value = notices.value.filter((each) => each.id !== id);
}
