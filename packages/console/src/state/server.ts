import { computed, effect, signal } from '@preact/signals';
import type { z } from 'zod';
import { Transport, type Watch } from '@mneme/client/transport.js';
import { route } from './route.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import type { OperationName, OPERATIONS, OutputOf } from '@mneme/mneme/operations/table.js';
import type { SessionOutput } from '@mneme/server/rest/console.js';
import { bankPath } from '@mneme/server/rest/places.js';

/** The input of an operation, by its schema. */
export type InputOf<Name extends OperationName> = z.input<(typeof OPERATIONS)[Name]['input']>;

/** `asking`: the server requires a key. `gone`: it does not answer; drafts are kept. */
type Connection = 'starting' | 'asking' | 'ready' | 'gone';

export const connection = signal<Connection>('starting');
export const session = signal<SessionOutput | null>(null);

const READS = new Set(['GET', 'HEAD']);

/** Sends the session's cookie, and its token with writes. */
const withSession: typeof fetch = (url, options = {}) =>
  fetch(url, {
    ...options,
    credentials: 'same-origin',
    headers: {
      ...(options.headers as Record<string, string> | undefined),
      ...(READS.has(options.method ?? 'GET') || session.value === null
        ? {}
        : { 'x-mneme-token': session.value.token }),
    },
  });

const transport = new Transport('', { fetch: withSession });

/** Runs an operation on the current bank. Reopens an expired session once. Throws the server's error. */
export async function call<Name extends OperationName>(
  name: Name,
  input: InputOf<Name>,
  watch: Watch = {},
): Promise<OutputOf<Name>> {
  return noting(() => transport.call(route.value.bank, name, { ...(input as object) }, watch));
}

/** A request below `/v1` that is not an operation of a bank: banks, uploads, long work. */
export async function send(method: string, path: string, body?: string | Blob): Promise<unknown> {
  return noting(async () => {
    const response = await transport.send(method, path, body);
    return response.status === 204 ? null : ((await response.json()) as unknown);
  });
}

/** A path below the current bank. */
export const ofBank = (path: string): string => `${bankPath(route.value.bank)}${path}`;

async function noting<T>(ask: () => Promise<T>): Promise<T> {
  try {
    const answer = await ask();
    if (connection.value === 'gone') connection.value = 'ready';
    return answer;
  } catch (error) {
    if (!MnemeError.is(error)) throw error;
    if (error.code === 'unauthorised' && (await reopened())) return ask();
    if (error.code === 'unavailable' && error.field === 'url') connection.value = 'gone';
    throw error;
  }
}

/** Whether the session could be reopened; otherwise asks for a key. */
async function reopened(): Promise<boolean> {
  const before = session.value?.token;
  await begin();
  return session.value !== null && session.value.token !== before;
}

/** Tries to open a session without a key. */
export async function begin(): Promise<void> {
  try {
    const response = await transport.send('GET', '/v1/session');
    session.value = (await response.json()) as SessionOutput;
    connection.value = 'ready';
  } catch (error) {
    if (MnemeError.is(error) && error.code === 'unauthorised') {
      session.value = null;
      connection.value = 'asking';
    } else connection.value = 'gone';
  }
}

/** Signs in with a key. Throws the server's error. */
export async function signIn(key: string): Promise<void> {
  const response = await transport.send('POST', '/v1/session', JSON.stringify({ key }));
  session.value = (await response.json()) as SessionOutput;
  connection.value = 'ready';
}

export async function signOut(): Promise<void> {
  await transport.send('DELETE', '/v1/session');
  session.value = null;
  await begin();
}

/** Whether the session has a scope. */
export function may(scope: 'read' | 'write' | 'admin'): boolean {
  const scopes = session.value?.scopes ?? [];
  return scopes.includes(scope) || scopes.includes('admin');
}

type LogLine = OutputOf<'log'>['changes'][number];

/** Incremented when the bank changes, here or elsewhere: answers are then fetched again. */
export const revision = signal(0);
/** The latest changes received, newest first. */
export const heard = signal<readonly LogLine[]>([]);
export const live = signal(false);
/** True while a dialog shows what was just erased: the page behind it must not fetch it again. */
export const held = signal(false);

/** Changes within this time cause one update. */
const GATHER_MS = 400;
const HEARD = 20;
const RETRY_MS = 2_000;

/** Follows the changes of the current bank, and reconnects to a server that was gone. */
export function followChanges(): void {
  // Of the route, only the bank counts: a new stream at every page would miss changes while it
  // opens.
  const bank = computed(() => route.value.bank);
  effect(() => {
    if (connection.value !== 'ready' || bank.value === '') return undefined;
    return listen(bank.value);
  });
  setInterval(() => {
    if (connection.value === 'gone') void begin();
  }, RETRY_MS);
}

function listen(bank: string): () => void {
  heard.value = [];
  const source = new EventSource(`${bankPath(bank)}/log`);
  let timer: ReturnType<typeof setTimeout> | undefined;
  source.addEventListener('open', () => {
    live.value = true;
  });
  source.addEventListener('error', () => {
    live.value = false;
  });
  source.addEventListener('change', (event) => {
    heard.value = [JSON.parse(event.data as string) as LogLine, ...heard.value].slice(
      0,
      HEARD,
    );
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!held.peek()) revision.value += 1;
    }, GATHER_MS);
  });
  return () => {
    clearTimeout(timer);
    live.value = false;
    source.close();
  };
}

/** Updates the page at once after a change made here. */
export function changed(): void {
  revision.value += 1;
}
