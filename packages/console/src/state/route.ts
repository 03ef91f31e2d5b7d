import { signal } from '@preact/signals';

/** The current location: `#/bank/page/id?name=value`. */
export interface Route {
  readonly bank: string;
  readonly page: string;
  readonly id: string;
  readonly params: Readonly<Record<string, string>>;
}

const HOME = 'home';

export function readRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [bank = '', page = '', ...id] = path.split('/').map(decoded);
  return {
    bank,
    page: page === '' ? HOME : page,
    id: id.join('/'),
    params: Object.fromEntries(new URLSearchParams(query)),
  };
}

/** The link to a page of the current bank, or of another. */
export function linkTo(
  page: string,
  {
    id = '',
    params = {},
    bank = route.value.bank,
  }: {
    readonly id?: string;
    readonly params?: Readonly<Record<string, string | undefined>>;
    readonly bank?: string;
  } = {},
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params))
    if (value !== undefined && value !== '') query.set(name, value);
  const path = [bank, page, ...(id === '' ? [] : [id])].map(encodeURIComponent).join('/');
  return `#/${path}${query.size === 0 ? '' : `?${query.toString()}`}`;
}

export function go(hash: string): void {
  location.hash = hash;
}

/** Changes parameters of the current page without adding a history entry. */
export function keep(params: Readonly<Record<string, string | undefined>>): void {
  const { page, id, params: before } = route.value;
  history.replaceState(null, '', linkTo(page, { id, params: { ...before, ...params } }));
  route.value = readRoute(location.hash);
}

export const route = signal<Route>(readRoute(globalThis.location?.hash ?? ''));

export function followRoute(): void {
  addEventListener('hashchange', () => {
    route.value = readRoute(location.hash);
  });
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
