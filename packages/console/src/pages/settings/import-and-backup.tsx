import { signal, type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { attempt, Problem } from '../../state/requests.js';
import { may, ofBank, send, session } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { count, Moment, size } from '../../ui/figures.js';
import { Switch, Words } from '../../ui/forms.js';
import { Card } from '../../ui/page.js';
import type { OutputOf } from '@mneme/mneme/operations/table.js';
import type { Work } from '@mneme/server/running/jobs.js';
import type { MadeBackup } from '@mneme/server/running/spooled-files.js';

/** Polling intervals while work is running, and otherwise. */
const [LOOK_MS, REST_MS] = [500, 5_000];

interface Watched {
  readonly works: readonly Work[];
  readonly error: unknown;
}

/** Incremented when work is started here, to poll at once. */
const begun = signal(0);

/** Polls the long work at a path while the page is open: more often while some is running. */
function useWork(path: string): Signal<Watched> {
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
function WorkList({
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

/** Imports with their progress, and other long work on this bank. */
export function ImportPart() {
  const watched = useWork(ofBank('/operations'));
  const { works, error } = watched.value;
  return (
    <>
      {may('write') ? <ImportForm /> : <p class="hintbox">{T.shell.readOnly}</p>}
      {error !== null && <Problem error={error} />}
      <Card title={T.settings.import.works} flush>
        {works.length === 0 ? (
          <p class="muted padded">{T.settings.import.none}</p>
        ) : (
          <WorkList works={works} stopAt={({ id }) => ofBank(`/operations/${id}`)}>
            {(result, { operation }) =>
              operation === 'import' && <Imported report={result as OutputOf<'import'>} />
            }
          </WorkList>
        )}
      </Card>
    </>
  );
}

function ImportForm() {
  const picked = useSignal<File | null>(null);
  const skipBad = useSignal(false);
  const origin = useSignal('');
  const busy = useSignal(false);
  const input = useRef<HTMLInputElement>(null);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const file = picked.value;
    if (file === null) return;
    busy.value = true;
    const query = new URLSearchParams({ path: file.name });
    if (skipBad.value) query.set('skipBad', 'true');
    if (origin.value.trim() !== '') query.set('origin', origin.value.trim());
    const work = await attempt(
      async () => (await send('POST', ofBank(`/import?${query.toString()}`), file)) as Work,
      { done: T.settings.import.sent },
    );
    busy.value = false;
    begun.value += 1;
    if (work === null) return;
    picked.value = null;
    if (input.current !== null) input.current.value = '';
  };
  return (
    <Card title={T.settings.import.title}>
      <form class="stack" onSubmit={(event) => void submit(event)}>
        <p class="small muted">{T.settings.import.lead}</p>
        <label class="field">
          <span>{T.settings.import.file}</span>
          <input
            ref={input}
            class="input"
            type="file"
            onChange={(event) => (picked.value = event.currentTarget.files?.[0] ?? null)}
          />
        </label>
        <Words
          label={T.settings.import.origin}
          placeholder={picked.value?.name ?? ''}
          value={origin.value}
          change={(value) => (origin.value = value)}
        />
        <Switch
          label={T.settings.import.skipBad}
          on={skipBad.value}
          set={(on) => (skipBad.value = on)}
        />
        <button
          type="submit"
          class="button primary fit"
          disabled={picked.value === null || busy.value}
        >
          {busy.value ? T.settings.import.sending : T.settings.import.do}
        </button>
      </form>
    </Card>
  );
}

type Outcome = keyof OutputOf<'import'>['outcomes'];

function Imported({ report }: { readonly report: OutputOf<'import'> }) {
  const { path, outcomes, skipped, badCount, leftOut, notTaken } = report;
  const words = Object.entries(outcomes).map(
    ([outcome, n]) => `${count(n)} ${T.settings.import.outcomes[outcome as Outcome]}`,
  );
  const left = [
    ...(skipped > 0 ? [T.settings.import.skipped(skipped)] : []),
    ...(badCount > 0 ? [T.settings.import.bad(badCount)] : []),
    ...Object.entries(leftOut).map(([why, n]) => `${count(n)} ${why}`),
    ...notTaken,
  ];
  return (
    <p class="small text">
      <bdi>{path}</bdi>: {words.length === 0 ? T.settings.import.nothing : words.join(', ')}.{' '}
      {left.length > 0 && `${T.settings.import.left} ${left.join('; ')}.`}
    </p>
  );
}

const BACKUPS = '/v1/backups';

/** A full backup of the file, made while it is in use, to download. */
export function BackupPart() {
  if (!may('admin') || session.value?.banks !== null)
    return <p class="hintbox">{T.settings.backup.needs}</p>;
  return <Backups />;
}

function Backups() {
  const watched = useWork(BACKUPS);
  const encrypt = useSignal(false);
  const { works, error } = watched.value;
  const make = async (): Promise<void> => {
    await attempt(
      async () => (await send('POST', BACKUPS, JSON.stringify({ encrypt: encrypt.value }))) as Work,
      { done: T.settings.backup.begun },
    );
    begun.value += 1;
  };
  return (
    <>
      <Card title={T.settings.backup.title}>
        <div class="stack">
          <p class="small muted">{T.settings.backup.lead}</p>
          <Switch
            label={T.settings.backup.encrypt}
            on={encrypt.value}
            set={(on) => (encrypt.value = on)}
          />
          <button type="button" class="button primary fit" onClick={() => void make()}>
            {T.settings.backup.do}
          </button>
        </div>
      </Card>
      {error !== null && <Problem error={error} />}
      {works.length > 0 && (
        <Card title={T.settings.backup.made} flush>
          <WorkList works={works}>{(result) => <Made backup={result as MadeBackup} />}</WorkList>
        </Card>
      )}
    </>
  );
}

function Made({ backup: { name, bytes, encrypted, manifest } }: { readonly backup: MadeBackup }) {
  return (
    <div class="stack tight">
      <a class="button small fit" href={`${BACKUPS}/${name}`} download={name}>
        {T.settings.backup.fetch(size(bytes))}
      </a>
      <p class="small muted">
        {encrypted ? `${T.settings.backup.sealed} ` : ''}
        {manifest.banks
          .map((bank) => T.settings.backup.holds(bank.name, count(bank.memories)))
          .join(', ')}
        . {T.settings.backup.proof}
      </p>
    </div>
  );
}
