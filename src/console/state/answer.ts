import { useSignal, type Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { revision } from './live.js';
import { route } from './route.js';
import { connection } from './server.js';

/** What was asked for: nothing yet, an answer, or why there is none. An old answer stays while a new one comes. */
export interface Answered<T> {
  readonly data: T | null;
  readonly error: unknown;
  readonly waiting: boolean;
}

export interface Asking<T> {
  readonly answer: Signal<Answered<T>>;
  readonly again: () => void;
}

/**
 * Asks when a page is opened, when `about` changes, and when the bank does. What comes late, after a newer question, is dropped.
 * `still` questions are not asked anew for a change of the bank.
 */
export function useAnswer<T>(
  ask: () => Promise<T>,
  about: readonly unknown[],
  { still = false }: { readonly still?: boolean } = {},
): Asking<T> {
  const answer = useSignal<Answered<T>>({ data: null, error: null, waiting: true });
  const asked = useRef(0);
  const asker = useRef(ask);
  asker.current = ask;
  const key = JSON.stringify([route.value.bank, ...about]);
  const before = useRef(key);
  const again = (): void => {
    const mine = (asked.current += 1);
    const other = before.current !== key;
    before.current = key;
    const kept = other ? null : answer.peek().data;
    answer.value = { data: kept, error: null, waiting: true };
    asker.current().then(
      (data) => {
        if (mine === asked.current) answer.value = { data, error: null, waiting: false };
      },
      (error: unknown) => {
        if (mine === asked.current) answer.value = { data: kept, error, waiting: false };
      },
    );
  };
  const ready = connection.value === 'ready';
  useEffect(() => {
    if (ready) again();
  }, [key, ready, still ? 0 : revision.value]);
  return { answer, again };
}
