import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { route } from './route.js';
import { call, connection, revision } from './server.js';
import { MnemeError } from '@mneme/core/domain/errors.js';

/** What was asked for: nothing yet, an answer, or why there is none. An old answer stays while a new one comes. */
interface Answered<T> {
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

/** Null where the bank is not there yet: it is founded by the first thing it is told. */
export async function orEmpty<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (MnemeError.is(error) && error.code === 'not_found' && error.field === 'bank') return null;
    throw error;
  }
}

/** So many memories are told in words by one question. */
const AT_ONCE = 10;

/** What memories say that are known by their ids alone; those that are taken back are left out. */
export function useWords(ids: readonly string[]): ReadonlyMap<string, string> {
  const told = useAnswer(
    async () => {
      const groups = ids.flatMap((_, at) =>
        at % AT_ONCE === 0 ? [ids.slice(at, at + AT_ONCE)] : [],
      );
      const answers = await Promise.all(groups.map((tags) => call('cite', { tags: [...tags] })));
      return answers.flatMap(({ expansions }) => expansions.flatMap(({ memories }) => memories));
    },
    [ids],
    { still: true },
  );
  return new Map(
    (told.answer.value.data ?? []).map(({ id, content }): [string, string] => [id, content]),
  );
}
