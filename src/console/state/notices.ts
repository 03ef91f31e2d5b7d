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
/** What can be taken back stays long enough to be read and reached by keyboard. */
const UNDOABLE_STAYS_MS = 30_000;
const MAX_SHOWN = 3;

/** Ids are given out once: a timer must never dismiss a later notice. */
const lastId = signal(0);

export function notify(text: string, tone: Notice['tone'] = 'good', undo?: () => void): void {
  const id = lastId.peek() + 1;
  lastId.value = id;
  const notice = { id, text, tone, ...(undo === undefined ? {} : { undo }) };
  notices.value = [notice, ...notices.value].slice(0, MAX_SHOWN);
  setTimeout(() => dismiss(id), undo === undefined ? STAYS_MS : UNDOABLE_STAYS_MS);
}

export function dismiss(id: number): void {
  notices.value = notices.value.filter((each) => each.id !== id);
}
