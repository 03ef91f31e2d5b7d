import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { begun, useWork, WorkList } from './long-work.js';
import { attempt } from '../../state/attempt.js';
import { may, ofBank, send, session } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { Problem } from '../../ui/answer-view.js';
import { Switch, Words } from '../../ui/fields.js';
import { count, size } from '../../ui/figures.js';
import { Card } from '../../ui/page.js';
import type { OutputOf } from '@mneme/mneme/operations/table.js';
import type { Work } from '@mneme/server/running/long-work.js';
import type { MadeBackup } from '@mneme/server/running/spooled-files.js';

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
