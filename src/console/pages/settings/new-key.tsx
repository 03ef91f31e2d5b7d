import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { KeyInput, Scope } from '../../../domain/access.js';
import { T } from '../../texts/index.js';
import { Card } from '../../ui/page.js';
import { Switch, Words } from '../../ui/fields.js';

const SCOPES = Object.keys(T.settings.keys.scopes) as readonly Scope[];
const USUAL: readonly Scope[] = ['read', 'write'];

/** A key, with what it allows and the banks that it opens. */
export function NewKey({
  first,
  banks,
  make,
}: {
  /** From the first one on, the server asks for a key: it must be able to let others in. */
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

/** All banks, or those that are named. */
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
