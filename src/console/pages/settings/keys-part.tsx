import { useSignal } from '@preact/signals';
import type { KeyInput } from '../../../domain/access.js';
import type { Bank } from '../../../domain/bank.js';
import type { ListedKey, MadeKey } from '../../../servers/rest/keys.js';
import { useAnswer } from '../../state/answer.js';
import { attempt } from '../../state/attempt.js';
import { may, send, session, signIn } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { AnswerView } from '../../ui/answer-view.js';
import { Dialog } from '../../ui/dialog.js';
import { Moment } from '../../ui/moment.js';
import { Card } from '../../ui/page.js';
import { NewKey } from './new-key.js';

const KEYS = '/v1/keys';

/** Who may come in, to which banks, and for what. */
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
    // From the first key on a session without one is let in no more: it goes on with this one.
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
