import { useSignal } from '@preact/signals';
import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { AskPage } from './pages/ask/ask-page.js';
import { HomePage } from './pages/home.js';
import { JournalPage } from './pages/journal.js';
import { MemoryPage } from './pages/memory/memory-page.js';
import { PeoplePage } from './pages/people/people-page.js';
import { ThingPage } from './pages/people/thing-page.js';
import { ReviewPage } from './pages/review/review-page.js';
import { TimelinePage } from './pages/timeline.js';
import { dismiss, lazy, notices, Problem, useAnswer } from './state/requests.js';
import { go, linkTo, route } from './state/route.js';
import { connection, live, send, session, signIn, signOut } from './state/server.js';
import { nextTheme, theme } from './state/theme.js';
import { T } from './texts/index.js';
import { Dialog } from './ui/forms.js';
import { Icon, type IconName } from './ui/page.js';
import type { Bank } from '@mneme/core/domain/bank.js';

/** Every page by its name in the URL. */
const PAGES: Readonly<Record<string, ComponentType>> = {
  home: HomePage,
  ask: AskPage,
  memory: MemoryPage,
  journal: JournalPage,
  review: ReviewPage,
  timeline: TimelinePage,
  people: PeoplePage,
  thing: ThingPage,
  notes: lazy(async () => (await import('./pages/notes.js')).NotesPage),
  settings: lazy(async () => (await import('./pages/settings/settings-page.js')).SettingsPage),
  plans: lazy(async () => (await import('./pages/plans/plans-page.js')).PlansPage),
  night: lazy(async () => (await import('./pages/night.js')).NightPage),
  graph: lazy(async () => (await import('./pages/graph/graph-page.js')).GraphPage),
};

interface NavigationItem {
  readonly page: string;
  readonly label: string;
  readonly short?: string;
  readonly icon: IconName;
}

/** The most used pages; a phone shows the first four. */
const NAVIGATION: readonly NavigationItem[] = [
  { page: 'home', label: T.nav.home, icon: 'home' },
  { page: 'ask', label: T.nav.ask, short: T.nav.askShort, icon: 'ask' },
  { page: 'timeline', label: T.nav.timeline, icon: 'timeline' },
  { page: 'people', label: T.nav.people, short: T.nav.peopleShort, icon: 'people' },
  { page: 'notes', label: T.nav.notes, icon: 'notes' },
  { page: 'graph', label: T.nav.graph, icon: 'graph' },
  { page: 'plans', label: T.nav.plans, icon: 'plans' },
  { page: 'journal', label: T.nav.journal, icon: 'journal' },
  { page: 'review', label: T.nav.review, icon: 'review' },
  { page: 'night', label: T.nav.night, icon: 'night' },
  { page: 'settings', label: T.nav.settings, icon: 'settings' },
];

/** Pages without a navigation item, by the page that is marked for them. */
const WITHIN: Readonly<Record<string, string>> = { memory: 'timeline', thing: 'people' };

function isCurrent(item: NavigationItem, page: string): boolean {
  return item.page === (WITHIN[page] ?? page);
}

/** Selects the bank. */
function BankChoice() {
  const banks = useAnswer(async () => (await send('GET', '/v1/banks')) as readonly Bank[], []);
  const { bank } = route.value;
  const names = (banks.answer.value.data ?? []).map(({ name }) => name as string);
  const all = names.includes(bank) ? names : [bank, ...names];
  return (
    <label class="field">
      <span class="small muted">{T.shell.bank}</span>
      <select
        class="input"
        value={bank}
        onChange={(event) => go(linkTo('home', { bank: event.currentTarget.value }))}
      >
        {all.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

const THEME_ICONS = { system: 'system', light: 'sun', dark: 'moon' } as const;

/** The frame of every page: navigation, bank, connection. */
function Shell({ children }: { readonly children: ComponentChildren }) {
  const menu = useSignal(false);
  useEffect(() => {
    const key = (event: KeyboardEvent): void => {
      const typing = (event.target as HTMLElement).closest('input, textarea, select, dialog');
      if (event.key !== '/' || typing !== null || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      go(linkTo('ask'));
      requestAnimationFrame(() => document.getElementById('question')?.focus());
    };
    addEventListener('keydown', key);
    return () => removeEventListener('keydown', key);
  }, []);
  return (
    <div class="shell">
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          document.getElementById('page-title')?.focus();
        }}
      >
        {T.skip}
      </a>
      <aside class="side">
        <a class="brand" href={linkTo('home')}>
          <img src="/console/icon.svg" alt="" width="28" height="28" />
          {T.product}
        </a>
        <BankChoice />
        <nav class="nav" aria-label={T.nav.label}>
          {NAVIGATION.map((item) => (
            <NavigationLink key={item.page} item={item} />
          ))}
        </nav>
        <Foot />
      </aside>
      <main class="main" id="main">
        {connection.value === 'gone' && (
          <div class="gone" role="alert">
            {T.gone} {T.goneHint}
          </div>
        )}
        {children}
      </main>
      <nav class="tabbar" aria-label={T.nav.label}>
        {NAVIGATION.slice(0, 4).map((item) => (
          <NavigationLink key={item.page} item={item} short />
        ))}
        <button type="button" aria-haspopup="dialog" onClick={() => (menu.value = true)}>
          <Icon name="menu" />
          {T.nav.more}
        </button>
      </nav>
      {menu.value && (
        <Dialog title={T.product} close={() => (menu.value = false)}>
          <BankChoice />
          <nav class="nav" aria-label={T.nav.more} onClick={() => (menu.value = false)}>
            {NAVIGATION.map((item) => (
              <NavigationLink key={item.page} item={item} />
            ))}
          </nav>
          <Foot />
        </Dialog>
      )}
    </div>
  );
}

function NavigationLink({
  item,
  short = false,
}: {
  readonly item: NavigationItem;
  readonly short?: boolean;
}) {
  const current = isCurrent(item, route.value.page);
  return (
    <a href={linkTo(item.page)} aria-current={current ? 'page' : undefined}>
      <Icon name={item.icon} />
      {short ? (item.short ?? item.label) : item.label}
    </a>
  );
}

function Foot() {
  return (
    <div class="side-foot">
      <span class="live">
        <span class={live.value ? 'dot on' : 'dot'} />
        {live.value ? T.shell.live : T.shell.notLive}
      </span>
      <div class="row">
        <button type="button" class="button plain small" onClick={nextTheme}>
          <Icon name={THEME_ICONS[theme.value]} size={16} />
          {T.shell.theme[theme.value]}
        </button>
        {session.value?.name !== null && session.value !== null && (
          <button type="button" class="button plain small" onClick={() => void signOut()}>
            <Icon name="key" size={16} />
            {T.shell.signOut}
          </button>
        )}
      </div>
    </div>
  );
}

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
