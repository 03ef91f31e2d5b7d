import { useSignal } from '@preact/signals';
import type { Work } from '../../../servers/running/long-work.js';
import type { MadeBackup } from '../../../servers/running/kept-backups.js';
import { attempt } from '../../state/attempt.js';
import { may, send, session } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { count, size } from '../../ui/figures.js';
import { Card } from '../../ui/page.js';
import { Problem } from '../../ui/problem.js';
import { Switch } from '../../ui/fields.js';
import { begun, useWork } from './use-work.js';
import { WorkList } from './work-list.js';

const BACKUPS = '/v1/backups';

/** A whole copy of the file, made while it is in use, to be taken away. */
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
