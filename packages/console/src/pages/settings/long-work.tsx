import { signal, type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { attempt } from '../../state/attempt.js';
import { may, send } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { count, Moment } from '../../ui/figures.js';
import type { Work } from '@mneme/server/running/long-work.js';

/** Polling intervals while work is running, and otherwise. */
const [LOOK_MS, REST_MS] = [500, 5_000];

interface Watched {
  readonly works: readonly Work[];
  readonly error: unknown;
}

/** Incremented when work is started here, to poll at once. */
export const begun = signal(0);

/** Polls the long work at a path while the page is open: more often while some is running. */
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

const TONES = { running: 'accent', done: 'good', failed: 'bad', cancelled: 'warn' } as const;

/** Long work, latest first: progress, result, and a button to stop it. */
export function WorkList({
  works,
  stopAt,
  children,
}: {
  readonly works: readonly Work[];
  /** The path that stops a job; omitted where it cannot be stopped. */
  readonly stopAt?: (work: Work) => string;
  readonly children: (result: unknown, work: Work) => ComponentChildren;
}) {
  return (
    <ul class="list">
      {works.map((work) => (
        <li key={work.id} class="stack tight">
          <div class="row apart">
            <span class="row">
              <span class={`badge ${TONES[work.state]}`}>{T.settings.states[work.state]}</span>
              <span>{T.settings.works[work.operation] ?? work.operation}</span>
              <span class="small muted">
                <Moment at={work.startedAt} clock />
              </span>
            </span>
            {work.state === 'running' && stopAt !== undefined && may('write') && (
              <button
                type="button"
                class="button small"
                onClick={() =>
                  void attempt(
                    async () => {
                      const stopped = (await send('DELETE', stopAt(work))) as object;
                      begun.value += 1;
                      return stopped;
                    },
                    { done: T.settings.stopped },
                  )
                }
              >
                {T.settings.stop}
              </button>
            )}
          </div>
          {work.state === 'running' && <Progress work={work} />}
          {work.state === 'done' && children(work.result, work)}
          {work.state === 'failed' && <Failure error={work.error} />}
        </li>
      ))}
    </ul>
  );
}

function Progress({ work: { progress } }: { readonly work: Work }) {
  if (progress === null || progress.total === 0) return <progress aria-label={T.loading} />;
  return (
    <div class="row">
      <progress class="grow" aria-label={T.loading} value={progress.done} max={progress.total} />
      <span class="small number">
        {count(progress.done)} / {count(progress.total)}
      </span>
    </div>
  );
}

function Failure({ error }: { readonly error: unknown }) {
  const { message = T.unexpected, hint } = error as { readonly message?: string; hint?: string };
  return (
    <p class="small text">
      {message} {hint}
    </p>
  );
}
