import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { BanksPart, KeysPart } from './banks-and-keys.js';
import { BackupPart, ImportPart } from './import-and-backup.js';
import { AnswerView, attempt, orEmpty, useAnswer } from '../../state/requests.js';
import { keep, linkTo, route } from '../../state/route.js';
import { call, heard, live, may, ofBank, send, session } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { Moment } from '../../ui/figures.js';
import { Choice, Degree, Switch, Tabs, Words } from '../../ui/forms.js';
import { Card, Empty, Page } from '../../ui/page.js';
import type { Bank, BankSettings } from '@mneme/core/domain/bank.js';
import type { OutputOf } from '@mneme/mneme/operations/table.js';

type Degrees = keyof BankSettings['disposition'];
type Settings = Omit<BankSettings, 'disposition' | 'reflectedUpTo'> & BankSettings['disposition'];
type Changes = Partial<Settings>;

function entriesOf<Key extends string>(words: Readonly<Record<Key, string>>): [Key, string][] {
  return Object.entries(words) as [Key, string][];
}
const PRIVACY = entriesOf<BankSettings['privacy']>(T.settings.bank.privacyLevels);
const GUARD = entriesOf<BankSettings['guard']>(T.settings.bank.guardModes);
const DEGREES = entriesOf<Degrees>(T.settings.bank.degrees);

/** Settings of the current bank: intake, quarantine, consolidation. */
export const BankPart = () => <OfBank fields={OfItself} />;

/** Settings of reflection, which few people change. */
export const ReflectPart = () => <OfBank fields={Reflects} />;

type Fields = (part: Part & { readonly bank: Bank }) => ComponentChildren;

function OfBank({ fields }: { readonly fields: Fields }) {
  const bank = useAnswer(async () => (await orEmpty(send('GET', ofBank('')))) as Bank | null, []);
  return (
    <AnswerView of={bank}>
      {(data) =>
        data === null ? (
          <Card>
            <Empty title={T.settings.bank.none} />
          </Card>
        ) : (
          <BankForm bank={data} fields={fields} />
        )
      }
    </AnswerView>
  );
}

/** A form whose changes wait until saved; changes by others meanwhile are shown, and not overwritten. */
function BankForm({ bank, fields: Fields }: { readonly bank: Bank; readonly fields: Fields }) {
  const changes = useSignal<Changes>({});
  const admin = may('admin');
  const { disposition, ...rest } = bank.settings;
  const now: Settings = { ...rest, ...disposition, ...changes.value };
  const change = (more: Changes): void => {
    changes.value = { ...changes.value, ...more };
  };
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    const saved = await attempt(() => call('bank_configure', changes.value), {
      done: T.settings.saved,
    });
    if (saved !== null) changes.value = {};
  };
  const changed = Object.keys(changes.value).length > 0;
  return (
    <form class="stack" onSubmit={(event) => void save(event)}>
      {!admin && <p class="hintbox">{T.settings.needsAdmin}</p>}
      <fieldset class="plain-set columns" disabled={!admin}>
        <Fields now={now} change={change} bank={bank} />
      </fieldset>
      {admin && (
        <div class="row">
          <button type="submit" class="button primary" disabled={!changed}>
            {T.save}
          </button>
          {changed && (
            <button type="button" class="button" onClick={() => (changes.value = {})}>
              {T.cancel}
            </button>
          )}
        </div>
      )}
    </form>
  );
}

interface Part {
  readonly now: Settings;
  readonly change: (changes: Changes) => void;
}

function OfItself({ now, change, bank: { name, encoder } }: Part & { readonly bank: Bank }) {
  return (
    <>
      <ComesIn now={now} change={change} />
      <Card title={T.settings.bank.whose}>
        <div class="stack">
          <Words
            label={T.settings.bank.owner}
            value={now.owner ?? ''}
            change={(owner) => change({ owner: owner.trim() === '' ? null : owner })}
          />
          <Words
            label={T.settings.bank.zone}
            value={now.zone}
            change={(zone) => change({ zone })}
          />
          <p class="small muted">
            {T.settings.bank.called} <code>{name}</code>, {T.settings.bank.encoder}{' '}
            <code>{encoder}</code>
          </p>
        </div>
      </Card>
      <Nights now={now} change={change} />
    </>
  );
}

function Reflects({ now, change }: Part) {
  return (
    <Card title={T.settings.bank.reflects}>
      <div class="stack">
        {DEGREES.map(([degree, words]) => (
          <Degree
            key={degree}
            label={words}
            value={now[degree]}
            change={(value) => change({ [degree]: value })}
          />
        ))}
      </div>
    </Card>
  );
}

/** How texts are processed before they are remembered. */
function ComesIn({ now, change }: Part) {
  return (
    <Card title={T.settings.bank.comesIn}>
      <div class="stack">
        <Choice
          label={T.settings.bank.privacy}
          options={PRIVACY}
          value={now.privacy}
          choose={(privacy) => change({ privacy })}
        />
        <Switch
          label={T.settings.bank.tokens}
          on={now.tokens}
          set={(tokens) => change({ tokens })}
        />
        <Choice
          label={T.settings.bank.guard}
          options={GUARD}
          value={now.guard}
          choose={(guard) => change({ guard })}
        />
        <Switch label={T.settings.bank.reading} on={now.reading} set={(reading) => change({ reading })} />
      </div>
    </Card>
  );
}

/** When consolidation starts by itself, and what it may prune. */
function Nights({ now, change }: Part) {
  const kind = now.dreamAt === 'off' || now.dreamAt === 'idle' ? now.dreamAt : 'daily';
  return (
    <Card title={T.settings.bank.nights}>
      <div class="stack">
        <Choice
          label={T.settings.bank.dreams}
          options={entriesOf<'off' | 'idle' | 'daily'>(T.settings.bank.dreamKinds)}
          value={kind}
          choose={(next) => change({ dreamAt: next === 'daily' ? '03:00' : next })}
        />
        {kind === 'daily' && (
          <label class="field">
            <span>{T.settings.bank.dreamAt}</span>
            <input
              class="input fit"
              type="time"
              value={now.dreamAt}
              onInput={(event) => change({ dreamAt: event.currentTarget.value })}
            />
          </label>
        )}
        <label class="field">
          <span>{T.settings.bank.clearAfter}</span>
          <input
            class="input fit"
            type="number"
            min="0"
            max="36500"
            value={now.clearAfterDays}
            onInput={(event) => change({ clearAfterDays: Number(event.currentTarget.value) })}
          />
        </label>
        {now.clearAfterDays > 0 && (
          <label class="field">
            <span>{T.settings.bank.clearBelow}</span>
            <input
              class="input fit"
              type="number"
              min="0"
              max="1"
              step="0.05"
              value={now.clearBelow}
              onInput={(event) => change({ clearBelow: Number(event.currentTarget.value) })}
            />
          </label>
        )}
      </div>
    </Card>
  );
}

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
type PartName = keyof typeof PARTS;
const OPTIONS = Object.entries(T.settings.parts) as readonly (readonly [PartName, string])[];

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
