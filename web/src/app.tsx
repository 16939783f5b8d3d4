// The frame of the dashboard: who is signed in, which page is shown, and what leads to the others.
import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { asProblem, type Problem } from './api.ts';
import { Navigation } from './navigation.tsx';
import { PAGES, type PageEntry } from './pages.ts';
import { Loading, ProblemNotice } from './parts/state.tsx';
import { type Route, useRoute } from './route.ts';
import { type Session, useSession } from './session.ts';
import { SignIn, SignInCard } from './sign-in.tsx';

const mayOpen = ({ needs }: PageEntry, session: Session): boolean => needs.some((credential) => session[credential] !== undefined);

export function App() {
  const session = useSession();
  const route = useRoute();
  if (!session.key && !session.token) return <SignIn />;
  const asked = PAGES.find(({ name }) => name === route.page);
  // An operator without a key starts where he has something to see.
  const first = PAGES.find((page) => mayOpen(page, session))!;
  const entry = asked ?? first;
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
    // A new page is announced and begins at its top; the very first one leaves the focus alone.
    if (shown.current !== entry.name) {
      main.current?.focus();
      window.scrollTo(0, 0);
    }
    shown.current = entry.name;
  }, [entry.name]);
  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to the content
      </button>
      <div class="shell">
        <Navigation current={entry} session={session} open={open} onOpen={setOpen} />
        <main id="main" ref={main} tabIndex={-1}>
          {mayOpen(entry, session) ? <Loaded key={entry.name} entry={entry} route={route} /> : <Missing entry={entry} />}
        </main>
      </div>
    </>
  );
}

/** Pages come when they are asked for, and stay. */
const loaded = new Map<string, ComponentType<{ readonly route: Route }>>();

function Loaded({ entry, route }: { readonly entry: PageEntry; readonly route: Route }) {
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

function Missing({ entry }: { readonly entry: PageEntry }) {
  const wanted = entry.needs[0] === 'key' ? 'an API key' : 'the operator token';
  return (
    <div class="page">
      <header>
        <div>
          <h1>{entry.title}</h1>
          <p>This page needs {wanted}. You can be signed in with both.</p>
        </div>
      </header>
      <SignInCard />
    </div>
  );
}
