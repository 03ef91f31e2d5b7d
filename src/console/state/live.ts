import { computed, effect, signal } from '@preact/signals';
import type { OutputOf } from '../../operations/table.js';
import { bankPath } from '../../servers/rest/places.js';
import { route } from './route.js';
import { begin, connection } from './server.js';

type LogLine = OutputOf<'log'>['changes'][number];

/** Goes up when the bank was changed, here or elsewhere: what is shown is asked for anew. */
export const revision = signal(0);
/** The latest changes heard of, newest first. */
export const heard = signal<readonly LogLine[]>([]);
export const live = signal(false);
/** While a dialog shows what was just taken away, the page behind it does not ask for it again. */
export const held = signal(false);

/** Many changes in a row are one. */
const GATHER_MS = 400;
const HEARD = 20;
const RETRY_MS = 2_000;

/** Hears of every change of the bank that is looked at, and finds a server again that was gone. */
export function followChanges(): void {
  // Of the route only the bank counts: a new stream at every page would miss what is changed while it opens.
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

/** What was just done here is looked at anew, at once. */
export function changed(): void {
  revision.value += 1;
}
