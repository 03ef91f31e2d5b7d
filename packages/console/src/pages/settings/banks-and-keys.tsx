import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { AnswerView, attempt, useAnswer } from '../../state/requests.js';
import { linkTo, route } from '../../state/route.js';
import { call, may, send, session, signIn } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { count, Moment, size } from '../../ui/figures.js';
import { Dialog, Switch, Words } from '../../ui/forms.js';
import { Card } from '../../ui/page.js';
import type { KeyInput, Scope } from '@mneme/core/domain/access.js';
import type { Bank } from '@mneme/core/domain/bank.js';
import type { ListedKey, MadeKey } from '@mneme/server/rest/file-administration.js';
import { bankPath } from '@mneme/server/rest/places.js';

interface Listed extends Bank {
  readonly memories?: number;
  readonly changes?: number;
  readonly changedAt?: number | null;
}

interface Banks {
  readonly banks: readonly Listed[];
  /** Bytes of the whole file; null for a key limited to some banks. */
  readonly bytes: number | null;
}

/** The banks that the user may access; with counts, for a key of all banks. */
async function readBanks(): Promise<Banks> {
  if (session.value?.banks === null) {
    const { banks, bytes } = await call('banks', {});
    return { banks, bytes };
  }
  return { banks: (await send('GET', '/v1/banks')) as readonly Bank[], bytes: null };
}

export function BanksPart() {
  const banks = useAnswer(readBanks, []);
  return (
    <>
      <AnswerView of={banks}>
        {({ banks: all, bytes }) => (
          <Card
            title={T.settings.parts.banks}
            aside={bytes === null ? undefined : T.settings.banks.file(size(bytes))}
            flush
          >
            <div class="scroll-x" tabIndex={0} role="group" aria-label={T.settings.parts.banks}>
              <BankTable banks={all} />
            </div>
          </Card>
        )}
      </AnswerView>
      {may('write') && <NewBank />}
    </>
  );
}

function BankTable({ banks }: { readonly banks: readonly Listed[] }) {
  const { columns } = T.settings.banks;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{columns.name}</th>
          <th scope="col">{columns.memories}</th>
          <th scope="col">{columns.changes}</th>
          <th scope="col">{columns.changed}</th>
          <th scope="col">{columns.privacy}</th>
          <th scope="col">{columns.guard}</th>
        </tr>
      </thead>
      <tbody>
        {banks.map(({ name, settings, memories, changes, changedAt = null, sequence }) => (
          <tr key={name}>
            <th scope="row">
              <a href={linkTo('home', { bank: name })}>
                <bdi>{name}</bdi>
              </a>
              {name === route.value.bank && (
                <span class="small muted"> {T.settings.banks.here}</span>
              )}
            </th>
            <td class="number">{memories === undefined ? '' : count(memories)}</td>
            <td class="number">{count(changes ?? sequence)}</td>
            <td>{changedAt !== null && <Moment at={changedAt} />}</td>
            <td>{settings.privacy}</td>
            <td>{settings.guard}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function NewBank() {
  const name = useSignal('');
  const found = async (event: Event): Promise<void> => {
    event.preventDefault();
    const made = await attempt(
      async () => (await send('PUT', bankPath(name.value.trim()))) as Bank,
      { done: T.settings.banks.founded },
    );
    if (made !== null) name.value = '';
  };
  return (
    <Card title={T.settings.banks.found}>
      <form class="ask-line" onSubmit={(event) => void found(event)}>
        <div class="grow">
          <Words
            label={T.settings.banks.name}
            placeholder="work"
            required
            value={name.value}
            change={(value) => (name.value = value)}
          />
        </div>
        <button type="submit" class="button primary" disabled={name.value.trim() === ''}>
          {T.settings.banks.foundDo}
        </button>
      </form>
    </Card>
  );
}

const SCOPES = Object.keys(T.settings.keys.scopes) as readonly Scope[];
const USUAL: readonly Scope[] = ['read', 'write'];

/** A form for a key, with its scopes and banks. */
function NewKey({
  first,
  banks,
  make,
}: {
  /** The first key must be able to make others, as the server then requires one. */
  readonly first: boolean;
  readonly banks: readonly string[];
  readonly make: (input: KeyInput) => Promise<boolean>;
}) {
  const name = useSignal('');
  const scopes = useSignal(USUAL);
  const some = useSignal<readonly string[] | null>(null);
  useEffect(() => {
    scopes.value = first ? SCOPES : USUAL;
    some.value = null;
  }, [first]);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const input = { name: name.value.trim(), scopes: [...scopes.value], banks: some.value };
    if (await make(input as KeyInput)) name.value = '';
  };
  return (
    <Card title={T.settings.keys.make}>
      <form class="stack" onSubmit={(event) => void submit(event)}>
        {first && <p class="hintbox">{T.settings.keys.first}</p>}
        <Words
          label={T.settings.keys.name}
          placeholder="planner"
          required
          value={name.value}
          change={(value) => (name.value = value)}
        />
        <fieldset class="plain-set stack tight" disabled={first}>
          <legend class="label">{T.settings.keys.allows}</legend>
          {SCOPES.map((scope) => (
            <Switch
              key={scope}
              label={T.settings.keys.scopeLeads[scope]}
              on={scopes.value.includes(scope)}
              set={(on) => (scopes.value = toggled(scopes.value, scope, on))}
            />
          ))}
        </fieldset>
        <Opens banks={banks} some={some.value} first={first} set={(next) => (some.value = next)} />
        <button
          type="submit"
          class="button primary fit"
          disabled={
            name.value.trim() === '' || scopes.value.length === 0 || some.value?.length === 0
          }
        >
          {T.settings.keys.makeDo}
        </button>
      </form>
    </Card>
  );
}

/** All banks, or a selection. */
function Opens({
  banks,
  some,
  first,
  set,
}: {
  readonly banks: readonly string[];
  readonly some: readonly string[] | null;
  readonly first: boolean;
  readonly set: (some: readonly string[] | null) => void;
}) {
  return (
    <fieldset class="plain-set stack tight" disabled={first}>
      <legend class="label">{T.settings.keys.banks}</legend>
      <Switch
        label={T.settings.keys.allBanks}
        on={some === null}
        set={(on) => set(on ? null : [])}
      />
      {some !== null &&
        banks.map((bank) => (
          <Switch
            key={bank}
            label={bank}
            on={some.includes(bank)}
            set={(on) => set(toggled(some, bank, on))}
          />
        ))}
    </fieldset>
  );
}

function toggled<Each extends string>(list: readonly Each[], each: Each, on: boolean): Each[] {
  return on ? [...list, each] : list.filter((other) => other !== each);
}

const KEYS = '/v1/keys';

/** Keys, with their banks and scopes. */
export function KeysPart() {
  const all = session.value?.banks === null;
  if (!may('admin') || !all) return <p class="hintbox">{T.settings.keys.needs}</p>;
  return <Keys />;
}

function Keys() {
  const keys = useAnswer(async () => (await send('GET', KEYS)) as readonly ListedKey[], []);
  const banks = useAnswer(async () => (await send('GET', '/v1/banks')) as readonly Bank[], []);
  const made = useSignal<MadeKey | null>(null);
  const close = (): void => {
    made.value = null;
    keys.again();
  };
  const make = async (input: KeyInput): Promise<MadeKey> => {
    const key = (await send('POST', KEYS, JSON.stringify(input))) as MadeKey;
    // The first key ends sessions without one: this session continues with it.
    if (session.value?.name === null) await signIn(key.key);
    return key;
  };
  return (
    <>
      <AnswerView of={keys}>{(data) => <KeyTable keys={data} again={keys.again} />}</AnswerView>
      <NewKey
        first={keys.answer.value.data?.length === 0}
        banks={(banks.answer.value.data ?? []).map(({ name }) => name)}
        make={async (input) => {
          const key = await attempt(() => make(input), { done: T.settings.keys.madeDone });
          made.value = key;
          return key !== null;
        }}
      />
      {made.value !== null && (
        <Dialog title={T.settings.keys.made(made.value.name)} close={close}>
          <p>{T.settings.keys.once}</p>
          <pre class="block" tabIndex={0}>
            {made.value.key}
          </pre>
          <CopyButton text={made.value.key} />
        </Dialog>
      )}
    </>
  );
}

function CopyButton({ text }: { readonly text: string }) {
  const copied = useSignal(false);
  return (
    <button
      type="button"
      class="button fit"
      onClick={() => {
        void navigator.clipboard.writeText(text).then(() => (copied.value = true));
      }}
    >
      {copied.value ? T.settings.keys.copied : T.settings.keys.copy}
    </button>
  );
}

function KeyTable({
  keys,
  again,
}: {
  readonly keys: readonly ListedKey[];
  readonly again: () => void;
}) {
  const ending = useSignal<ListedKey | null>(null);
  const end = async (): Promise<void> => {
    const { id = '' } = ending.value ?? {};
    await attempt(async () => (await send('DELETE', `${KEYS}/${id}`)) as ListedKey, {
      done: T.settings.keys.ended,
    });
    ending.value = null;
    again();
  };
  if (keys.length === 0) return <p class="hintbox">{T.settings.keys.none}</p>;
  return (
    <Card title={T.settings.parts.keys} flush>
      <ul class="list">
        {keys.map((key) => (
          <li key={key.id} class="row apart">
            <KeyLine of={key} />
            {key.revokedAt === null && (
              <button
                type="button"
                class="button small bad"
                aria-label={T.settings.keys.endOf(key.name)}
                onClick={() => (ending.value = key)}
              >
                {T.settings.keys.end}
              </button>
            )}
          </li>
        ))}
      </ul>
      {ending.value !== null && (
        <Dialog
          title={T.settings.keys.endOf(ending.value.name)}
          close={() => (ending.value = null)}
          submit={() => void end()}
          action={T.settings.keys.end}
          tone="bad primary"
        >
          <p>
            {ending.value.name === session.value?.name
              ? T.settings.keys.endOwn
              : T.settings.keys.endLead}
          </p>
        </Dialog>
      )}
    </Card>
  );
}

function KeyLine({ of: { name, banks, scopes, createdAt, revokedAt } }: { of: ListedKey }) {
  return (
    <div class="stack tight">
      <span class="row">
        <b>
          <bdi>{name}</bdi>
        </b>
        {scopes.map((scope) => (
          <span key={scope} class={scope === 'admin' ? 'badge warn' : 'badge'}>
            {T.settings.keys.scopes[scope]}
          </span>
        ))}
        {revokedAt !== null && <span class="badge bad">{T.settings.keys.revoked}</span>}
      </span>
      <span class="small muted">
        {T.settings.keys.opens(banks)}, {T.settings.keys.since} <Moment at={createdAt} />
      </span>
    </div>
  );
}
