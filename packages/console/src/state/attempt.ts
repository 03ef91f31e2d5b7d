import { signal } from '@preact/signals';
import { call, changed } from './server.js';
import { T } from '../texts/index.js';
import { inWords } from '../ui/answer-view.js';

/** A success or a failure, with its undo. */
interface Notice {
  readonly id: number;
  readonly text: string;
  readonly tone: 'good' | 'bad';
  readonly undo?: () => void;
}

export const notices = signal<readonly Notice[]>([]);

const STAYS_MS = 9_000;
/** A notice with an undo stays long enough to be read and reached by keyboard. */
const UNDOABLE_STAYS_MS = 30_000;
const MAX_SHOWN = 3;

/** Ids are unique: a timer must never dismiss a later notice. */
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

/**
 * Does the work and reports success, with an undo where the answer has one; reports an error and resolves with null.
 */
export async function attempt<Answer extends object>(
  work: () => Promise<Answer>,
  { done }: { readonly done: string | ((answer: Answer) => string) },
): Promise<Answer | null> {
  try {
    const answer = await work();
    const reversal = (answer as { readonly reversal?: string | null }).reversal ?? null;
    notify(
      typeof done === 'string' ? done : done(answer),
      'good',
      reversal === null ? undefined : () => void takeBack(reversal),
    );
    changed();
    return answer;
  } catch (error) {
    refused(error);
    return null;
  }
}

/** Reports an error with its hint. */
export function refused(error: unknown): void {
  const { message, hint } = inWords(error);
  notify(hint === undefined ? message : `${message} ${hint}`, 'bad');
}

async function takeBack(hash: string): Promise<void> {
  await attempt(() => call('undo', { hash }), { done: T.undone });
}
