import { useSignal } from '@preact/signals';
import { BankPart, ReflectPart } from './bank.js';
import { BanksPart } from './banks.js';
import { BackupPart, ImportPart } from './import-and-backup.js';
import { KeysPart } from './keys.js';
import { useAnswer } from '../../state/answer.js';
import { keep, linkTo, route } from '../../state/route.js';
import { call, heard, live, may, session } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { AnswerView } from '../../ui/answer-view.js';
import { Tabs } from '../../ui/fields.js';
import { Moment } from '../../ui/figures.js';
import { Card, Page } from '../../ui/page.js';
import type { OutputOf } from '@mneme/mneme/operations/table.js';

/** The changes of others, live. */
export function LivePart() {
  return (
    <Card title={T.settings.parts.live} aside={live.value ? T.shell.live : T.shell.notLive} flush>
      {heard.value.length === 0 ? (
        <p class="muted padded">{T.settings.live.none}</p>
      ) : (
        <ul class="list" aria-live="polite">
          {heard.value.map(({ sequence, at, verb, actor, memories }) => (
            <li key={sequence} class="row">
              <span class="number muted">{sequence}</span>
              <b>{T.journal.verbs[verb] ?? verb}</b>
              <span class="small muted">
                <bdi>{actor}</bdi>, <Moment at={at} clock />
              </span>
              {memories.slice(0, 3).map((id) => (
                <a key={id} class="mono" href={linkTo('memory', { id })}>
                  {id}
                </a>
              ))}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

type Diagnosis = OutputOf<'doctor'>;

/** Models and store of the server; and whether the file is intact. */
export function ModelsPart() {
  const asked = useSignal(false);
  if (!may('admin') || session.value?.banks !== null)
    return <p class="hintbox">{T.settings.models.needs}</p>;
  if (asked.value) return <Checked />;
  return (
    <Card title={T.settings.parts.models}>
      <div class="stack">
        <p class="small muted">{T.settings.models.lead}</p>
        <button type="button" class="button primary fit" onClick={() => (asked.value = true)}>
          {T.settings.models.look}
        </button>
      </div>
    </Card>
  );
}

function Checked() {
  const diagnosis = useAnswer(() => call('doctor', {}), [], { still: true });
  return (
    <AnswerView of={diagnosis}>
      {(data) => (
        <>
          <Card
            title={data.healthy ? T.settings.models.healthy : T.settings.models.ill}
            aside={
              <button type="button" class="button small" onClick={diagnosis.again}>
                {T.settings.models.again}
              </button>
            }
          >
            <Problems of={data} />
          </Card>
          <Card title={T.settings.models.parts}>
            <dl class="pairs">
              {Object.entries(data.parts).map(([part, words]) => (
                <div key={part}>
                  <dt>{part}</dt>
                  <dd class="text">{words}</dd>
                </div>
              ))}
            </dl>
          </Card>
        </>
      )}
    </AnswerView>
  );
}

function Problems({ of: { problems, notices } }: { readonly of: Diagnosis }) {
  const all = [...problems, ...notices];
  if (all.length === 0) return <p class="muted">{T.settings.models.nothing}</p>;
  return (
    <ul class="stack">
      {all.map(({ what, mend }) => (
        <li key={what} class="text">
          {what} <span class="muted">{mend}</span>
        </li>
      ))}
    </ul>
  );
}

const PARTS = {
  bank: BankPart,
  reflects: ReflectPart,
  banks: BanksPart,
  keys: KeysPart,
  import: ImportPart,
  backup: BackupPart,
  models: ModelsPart,
  live: LivePart,
} as const;
type Part = keyof typeof PARTS;
const OPTIONS = Object.entries(T.settings.parts) as readonly (readonly [Part, string])[];

/** Settings of the bank, and of the whole file. */
export function SettingsPage() {
  const { part: wanted } = route.value.params;
  const part = OPTIONS.find(([each]) => each === wanted)?.[0] ?? 'bank';
  const View = PARTS[part];
  return (
    <Page title={T.settings.title} lead={T.settings.lead}>
      <Tabs
        label={T.settings.title}
        options={OPTIONS}
        value={part}
        choose={(next) => keep({ part: next === 'bank' ? undefined : next })}
      />
      <View />
    </Page>
  );
}
