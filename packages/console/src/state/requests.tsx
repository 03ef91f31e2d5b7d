import { type Signal, signal, useSignal } from '@preact/signals';
import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { route } from './route.js';
import { call, changed, connection, revision } from './server.js';
import { T } from '../texts/index.js';
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

interface Asking<T> {
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

/** The server's error with its hint. */
export function Problem({
  error,
  again,
  words,
}: {
  readonly error: unknown;
  readonly again?: () => void;
  /** Replaces the server's message. */
  readonly words?: string;
}) {
  const { message, hint } = words === undefined ? inWords(error) : { message: words };
  return (
    <div class="problem" role="alert">
      <strong>{message}</strong>
      {hint !== undefined && <span class="small">{hint}</span>}
      {again !== undefined && (
        <span>
          <button type="button" class="button small" onClick={again}>
            {T.tryAgain}
          </button>
        </span>
      )}
    </div>
  );
}

function inWords(error: unknown): { readonly message: string; readonly hint?: string } {
  if (!MnemeError.is(error)) return { message: T.unexpected };
  if (error.code === 'unavailable' && error.field === 'url')
    return { message: T.gone, hint: T.goneHint };
  const message =
    error.field === undefined || error.message.includes(error.field)
      ? error.message
      : `${error.message} (${error.field})`;
  return { message, ...(error.hint === undefined ? {} : { hint: error.hint }) };
}

/** An answer, a placeholder while it is pending, or an error. */
export function AnswerView<T>({
  of: { answer, again },
  children,
  quiet = false,
}: {
  readonly of: Asking<T>;
  readonly children: (data: T) => ComponentChildren;
  /** Shows no placeholder. */
  readonly quiet?: boolean;
}) {
  const { data, error, waiting } = answer.value;
  if (error !== null)
    return (
      <>
        <Problem error={error} again={again} />
        {data !== null && children(data)}
      </>
    );
  if (data === null) return waiting && !quiet ? <Waiting /> : null;
  return <>{children(data)}</>;
}

/** A placeholder for a pending answer. */
function Waiting() {
  return (
    <div class="skeleton" role="status" aria-label={T.loading}>
      <i />
      <i />
      <i />
    </div>
  );
}

/** A page whose script is loaded on first visit. */
export function lazy(load: () => Promise<ComponentType>): ComponentType {
  let loaded: ComponentType | null = null;
  return function Lazy() {
    const View = useSignal(loaded);
    const failed = useSignal(false);
    const fetchIt = (): void => {
      failed.value = false;
      load().then(
        (view) => {
          loaded = view;
          View.value = view;
        },
        () => {
          failed.value = true;
        },
      );
    };
    useEffect(() => {
      if (View.value === null) fetchIt();
    }, []);
    if (failed.value) return <Problem error={null} words={T.notLoaded} again={fetchIt} />;
    return View.value === null ? <Waiting /> : <View.value />;
  };
}

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
    const reversal = await reversalOf(answer);
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

interface Changed {
  readonly reversal?: string | null;
  readonly outcome?: string;
  readonly sequence?: number;
}

/** What undoes the change that an answer tells of; of a text that was remembered, by the journal. */
async function reversalOf(answer: Changed): Promise<string | null> {
  const { reversal, outcome, sequence } = answer;
  if (reversal !== undefined || outcome !== 'remembered' || sequence === undefined)
    return reversal ?? null;
  const { changes } = await call('log', { before: sequence + 1, limit: 1 });
  return changes[0]?.sequence === sequence ? changes[0].reversal : null;
}

/** Reports an error with its hint. */
export function refused(error: unknown): void {
  const { message, hint } = inWords(error);
  notify(hint === undefined ? message : `${message} ${hint}`, 'bad');
}

async function takeBack(hash: string): Promise<void> {
  await attempt(() => call('undo', { hash }), { done: T.undone });
}
