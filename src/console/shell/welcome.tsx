import { useSignal } from '@preact/signals';
import { connection, signIn } from '../state/server.js';
import { T } from '../texts/index.js';
import { Problem } from '../ui/problem.js';

/** Where a key is asked for, or the server is looked for. */
export function Welcome() {
  const key = useSignal('');
  const error = useSignal<unknown>(null);
  if (connection.value !== 'asking')
    return (
      <main class="welcome">
        <p class="muted" role="status">
          {connection.value === 'gone' ? T.gone : T.welcome.starting}
        </p>
      </main>
    );
  const open = (event: Event): void => {
    event.preventDefault();
    error.value = null;
    signIn(key.value.trim()).catch((reason: unknown) => {
      error.value = reason;
    });
  };
  return (
    <main class="welcome">
      <form class="card stack" onSubmit={open}>
        <div class="row">
          <img src="/console/icon.svg" alt="" width="36" height="36" />
          <h1>{T.welcome.title}</h1>
        </div>
        <p class="muted">{T.welcome.lead}</p>
        <label class="field">
          <span>{T.welcome.key}</span>
          <input
            class="input mono"
            type="password"
            autocomplete="off"
            required
            value={key.value}
            onInput={(event) => (key.value = event.currentTarget.value)}
          />
        </label>
        {error.value !== null && <Problem error={error.value} />}
        <button type="submit" class="button primary">
          {T.welcome.open}
        </button>
        <p class="small muted">
          <code>{T.welcome.hint}</code>
        </p>
      </form>
    </main>
  );
}
