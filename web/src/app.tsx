// The dashboard: sign-in, navigation and the current page.
import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { asProblem, type Problem } from './api.ts';
import { Navigation } from './navigation.tsx';
import { PAGES, type PageEntry } from './pages.ts';
import { Page } from './parts/page.tsx';
import { Loading, ProblemNotice } from './parts/status.tsx';
import { type Route, useRoute } from './route.ts';
import { AlertBanner } from './service/alert-banner.tsx';
import { type Session, useSession } from './session.ts';
import { SignIn, SignInCard } from './sign-in.tsx';

const mayOpen = ({ needs }: PageEntry, session: Session): boolean => needs.some((credential) => session[credential] !== undefined);

export function App() {
  const session = useSession();
  const route = useRoute();
  if (!session.key && !session.token) return <SignIn />;
  const requested = PAGES.find(({ name }) => name === route.page);
  // An operator without a key starts on a page that the admin token can open.
  const first = PAGES.find((page) => mayOpen(page, session))!;
  const entry = requested ?? first;
  const bare = location.hash.replace(/^#\/?/, '') === '';
  return (
    <Frame
      entry={bare && !mayOpen(entry, session) ? PAGES.find(({ name }) => name === 'engines')! : entry}
      route={route}
      session={session}
    />
  );
}

function Frame({ entry, route, session }: { readonly entry: PageEntry; readonly route: Route; readonly session: Session }) {
  const main = useRef<HTMLElement>(null);
  const [open, setOpen] = useState(false);
  const shown = useRef(entry.name);
  useEffect(() => {
    setOpen(false);
    // Move the focus to a new page, so that screen readers announce it. The first page keeps the focus.
    if (shown.current !== entry.name) {
      main.current?.focus();
      window.scrollTo(0, 0);
    }
    shown.current = entry.name;
  }, [entry.name]);
  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <div class="shell">
        <Navigation current={entry} session={session} open={open} onOpen={setOpen} />
        <main id="main" ref={main} tabIndex={-1}>
          {session.token && <AlertBanner />}
          {mayOpen(entry, session) ? <LazyPage key={entry.name} entry={entry} route={route} /> : <MissingCredential entry={entry} />}
        </main>
      </div>
    </>
  );
}

/** Pages are loaded on first use and cached. */
const loaded = new Map<string, ComponentType<{ readonly route: Route }>>();

function LazyPage({ entry, route }: { readonly entry: PageEntry; readonly route: Route }) {
  const [, setReady] = useState(loaded.has(entry.name));
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    if (loaded.has(entry.name)) return;
    entry.load().then(
      (component) => {
        loaded.set(entry.name, component);
        setReady(true);
      },
      (error) => setProblem(asProblem(error)),
    );
  }, [entry]);
  const Component = loaded.get(entry.name);
  if (problem) return <ProblemNotice problem={problem} retry={() => location.reload()} />;
  return Component ? <Component route={route} /> : <Loading />;
}

function MissingCredential({ entry }: { readonly entry: PageEntry }) {
  const [needed, present] = entry.needs[0] === 'key' ? ['an API key', 'admin token'] : ['an admin token', 'API key'];
  return (
    <Page title={entry.title} about={`This page needs ${needed}. Sign in with one below. You stay signed in with your ${present}.`}>
      <SignInCard />
    </Page>
  );
}
