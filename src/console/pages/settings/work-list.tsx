import type { ComponentChildren } from 'preact';
import type { Work } from '../../../servers/running/long-work.js';
import { attempt } from '../../state/attempt.js';
import { may, send } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { count } from '../../ui/figures.js';
import { Moment } from '../../ui/moment.js';
import { begun } from './use-work.js';

const TONES = { running: 'accent', done: 'good', failed: 'bad', cancelled: 'warn' } as const;

/** Long work, the latest first: how far it is, what came of it, and how it is stopped. */
export function WorkList({
  works,
  stopAt,
  children,
}: {
  readonly works: readonly Work[];
  /** Where a piece of work is ended; left out where it cannot be. */
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
