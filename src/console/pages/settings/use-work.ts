import { signal, useSignal, type Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Work } from '../../../servers/running/long-work.js';
import { send } from '../../state/server.js';

/** Between two looks at work that goes on, and at none. */
const [LOOK_MS, REST_MS] = [500, 5_000];

export interface Watched {
  readonly works: readonly Work[];
  readonly error: unknown;
}

/** Goes up when work was begun here: it is looked at at once. */
export const begun = signal(0);

/** Long work at a place, for as long as the page is open: often while some goes on. */
export function useWork(path: string): Signal<Watched> {
  const watched = useSignal<Watched>({ works: [], error: null });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    const look = async (): Promise<void> => {
      try {
        const works = (await send('GET', path)) as readonly Work[];
        if (!gone) watched.value = { works, error: null };
      } catch (error) {
        if (!gone) watched.value = { ...watched.value, error };
      }
      const running = watched.value.works.some(({ state }) => state === 'running');
      if (!gone) timer = setTimeout(() => void look(), running ? LOOK_MS : REST_MS);
    };
    void look();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [path, begun.value]);
  return watched;
}
