import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { route } from './route.js';
import { call, connection, revision } from './server.js';
import { MnemeError } from '@mneme/core/domain/errors.js';

/** The state of a query: pending, an answer, or an error. The old answer stays until a new one arrives. */
interface Answered<T> {
  readonly data: T | null;
  readonly error: unknown;
  readonly waiting: boolean;
}

/** One of the answers that an operation gives, told by a field that only it has. */
export type AnswerWith<Answer, Field extends string> = Extract<
  Answer,
  Readonly<Record<Field, unknown>>
>;

/** Waits for that answer. Throws `TypeError` for another. */
export async function answerWith<Answer extends object, Field extends string>(
  field: Field,
  asked: Promise<Answer>,
): Promise<AnswerWith<Answer, Field>> {
  const answer = await asked;
  if (!(field in answer)) throw new TypeError(`an answer without ${field}`);
  return answer as AnswerWith<Answer, Field>;
}

export interface Asking<T> {
  readonly answer: Signal<Answered<T>>;
  readonly again: () => void;
}

/**
 * Runs `ask` when a page opens, when `about` changes, and when the bank changes. Answers to outdated queries are
 * dropped. `still` queries ignore changes of the bank.
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

/** All loaded items of a list whose first page is an answer; `more` loads the next page, null at the end. */
export function usePages<Item, Cursor, Page extends { readonly next: Cursor | null }>(
  { answer }: Asking<Page | null>,
  itemsOf: (page: Page) => readonly Item[],
  ask: (cursor: Cursor) => Promise<Page>,
): { readonly items: readonly Item[]; readonly more: (() => void) | null } {
  const older = useSignal<readonly Item[]>([]);
  const next = useSignal<Cursor | null>(null);
  const first = answer.value.data;
  useEffect(() => {
    older.value = [];
    next.value = first?.next ?? null;
  }, [first]);
  const more = async (cursor: Cursor): Promise<void> => {
    const page = await ask(cursor);
    older.value = [...older.value, ...itemsOf(page)];
    next.value = page.next;
  };
  const cursor = next.value;
  return {
    items: [...(first === null ? [] : itemsOf(first)), ...older.value],
    more: cursor === null ? null : () => void more(cursor),
  };
}

/** Null where the bank does not exist yet: its first memory creates it. */
export async function orEmpty<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (MnemeError.is(error) && error.code === 'not_found' && error.field === 'bank') return null;
    throw error;
  }
}

/** Memories fetched per call. */
const AT_ONCE = 10;

/** The texts of memories by id; without retracted ones. */
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
