import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { PAGES } from './pages/pages.js';
import { Shell } from './shell.js';
import { dismiss, notices } from './state/attempt.js';
import { linkTo, route } from './state/route.js';
import { connection, session, signIn } from './state/server.js';
import { T } from './texts/index.js';
import { Problem } from './ui/answer-view.js';

/** Asks for a key, or shows that the server is being looked for. */
function Welcome() {
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

/** Notices of what was just done, with undo, in a corner. */
function Notices() {
  return (
    <div class="notices" role="status" aria-live="polite">
      {notices.value.map(({ id, text, tone, undo }) => (
        <div key={id} class={`notice fade-in ${tone}`}>
          <span class="grow text">{text}</span>
          {undo !== undefined && (
            <button
              type="button"
              class="button small"
              aria-label={T.undoOf(text)}
              onClick={() => {
                dismiss(id);
                undo();
              }}
            >
              {T.undo}
            </button>
          )}
          <button
            type="button"
            class="button small plain"
            aria-label={T.dismiss}
            onClick={() => dismiss(id)}
          >
            ×
          </button>
        </div>
      ))}
    </div>
  );
}

/** The console: the sign-in, or the page in the URL. */
export function App() {
  const { bank, page } = route.value;
  useEffect(() => {
    if (session.value === null || bank !== '') return;
    history.replaceState(null, '', linkTo(page, { bank: session.value.bank }));
    dispatchEvent(new HashChangeEvent('hashchange'));
  }, [session.value, bank]);
  if (connection.value === 'asking' || session.value === null)
    return (
      <>
        <Welcome />
        <Notices />
      </>
    );
  return (
    <Shell>
      <CurrentPage />
      <Notices />
    </Shell>
  );
}

/** The page in the URL; a new page moves the focus to its title. */
function CurrentPage() {
  const { bank, page, id } = route.value;
  const first = useRef(true);
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    scrollTo(0, 0);
    document.getElementById('page-title')?.focus({ preventScroll: true });
  }, [bank, page, id]);
  if (bank === '') return null;
  const View = PAGES[page] ?? PAGES['home'];
  return View === undefined ? null : <View key={`${bank}/${page}/${id}`} />;
}
