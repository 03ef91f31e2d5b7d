import { useEffect, useRef } from 'preact/hooks';
import { Shell } from './shell/shell.js';
import { Welcome } from './shell/welcome.js';
import { PAGES } from './pages/pages.js';
import { linkTo, route } from './state/route.js';
import { connection, session } from './state/server.js';
import { Notices } from './ui/notices.js';

/** The console: signed in or not, and the page that the address names. */
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

/** The page that the address names; a new one begins at its title. */
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
