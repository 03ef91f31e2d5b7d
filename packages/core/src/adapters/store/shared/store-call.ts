import { type Store, STORE_CALLS } from '../../../ports/store.js';

type Call = (...args: readonly unknown[]) => unknown;

const SEARCH = 'search.';
/** Closing is everybody's own. */
const CALLS: ReadonlySet<string> = new Set(STORE_CALLS.filter((call) => call !== 'close'));

/** A call of a store by its name, as {@link STORE_CALLS} has it. Throws `TypeError` for what is none. */
export function callOf(store: Store, name: string): Call {
  if (!CALLS.has(name)) throw new TypeError(`a store has no call ${name}`);
  const [holder, call] = name.startsWith(SEARCH)
    ? [store.search, name.slice(SEARCH.length)]
    : [store, name];
  const work = (holder as unknown as Readonly<Record<string, Call>>)[call];
  if (work === undefined) throw new TypeError(`a store has no call ${name}`);
  return work.bind(holder);
}

/** A store whose calls are all answered by one function, and those that are streams by another. */
export function storeOf(
  about: Pick<Store, 'kind' | 'file' | 'readOnly' | 'close'>,
  call: (name: string, args: readonly unknown[]) => unknown,
): Store {
  const made = [...CALLS].map(
    (name) => [name, (...args: readonly unknown[]) => call(name, args)] as const,
  );
  const isSearch = ([name]: readonly [string, unknown]): boolean => name.startsWith(SEARCH);
  const search = made
    .filter(isSearch)
    .map(([name, work]) => [name.slice(SEARCH.length), work] as const);
  return {
    ...(Object.fromEntries(made.filter((each) => !isSearch(each))) as unknown as Store),
    search: Object.fromEntries(search) as unknown as Store['search'],
    ...about,
  };
}
