// Navigation, signed-in credentials and theme switch.
import { useState } from 'preact/hooks';
import { BASE_PATH } from './base-path.ts';
import { labelOf } from './labels.ts';
import mark from './mark.svg';
import { PAGES, type PageEntry } from './pages.ts';
import { Badge } from './parts/badge.tsx';
import { type Credential, modeOf, type Session, signOut } from './session.ts';
import { applyTheme, type Theme, theme } from './theme.ts';

const GROUPS = ['Workspace', 'Monitoring', 'Admin'] as const;

export function Navigation(props: {
  readonly current: PageEntry;
  readonly session: Session;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}) {
  const { current, session, open, onOpen } = props;
  const groups = GROUPS.filter((group) => group === 'Workspace' || session.token !== undefined);
  return (
    <>
      <header class="top">
        <Brand />
        <button type="button" class="button small" aria-expanded={open} aria-controls="side" onClick={() => onOpen(!open)}>
          {open ? 'Close' : 'Menu'}
        </button>
      </header>
      <div class={`side${open ? ' open' : ''}`} id="side">
        <Brand />
        <nav aria-label="Pages">
          {groups.map((group) => (
            <section key={group}>
              <h2>{group}</h2>
              <ul>
                {PAGES.filter((page) => page.group === group && page.parent === undefined).map(({ name, title }) => (
                  <li key={name}>
                    <a
                      href={`#/${name}`}
                      aria-current={name === (current.parent ?? current.name) ? 'page' : undefined}
                      onClick={() => onOpen(false)}
                    >
                      {title}
                    </a>
                  </li>
                ))}
              </ul>
            </section>
          ))}
          <section>
            <h2>Help</h2>
            <ul>
              <li>
                <a href={`${BASE_PATH}/docs/guide`}>Guide</a>
              </li>
              <li>
                <a href={`${BASE_PATH}/docs`}>API reference</a>
              </li>
            </ul>
          </section>
        </nav>
        <div class="signed-in">
          <SignedInAs session={session} />
          <Themes />
        </div>
      </div>
    </>
  );
}

function Brand() {
  return (
    <a class="brand" href="#/">
      <img src={mark} alt="" />
      Sextant
    </a>
  );
}

function SignedInAs({ session }: { readonly session: Session }) {
  const credentials: readonly [Credential, string][] = [
    ...(session.key ? [['key', `${labelOf(modeOf(session.key))} …${session.key.slice(-4)}`] as [Credential, string]] : []),
    ...(session.token ? [['token', 'Admin'] as [Credential, string]] : []),
  ];
  return (
    <ul aria-label="Signed in with">
      {credentials.map(([which, label]) => (
        <li key={which}>
          <Badge value={label} tone={label.startsWith('Live') ? 'good' : 'note'} />
          <button type="button" class="button small plain" onClick={() => signOut(which)} aria-label={`Sign out: ${label}`}>
            Sign out
          </button>
        </li>
      ))}
    </ul>
  );
}

function Themes() {
  const [chosen, setChosen] = useState(theme());
  const choose = (choice: Theme) => {
    applyTheme(choice);
    setChosen(choice);
  };
  return (
    <fieldset class="themes">
      <legend class="visually-hidden">Theme</legend>
      {(['system', 'light', 'dark'] as const).map((choice) => (
        <button key={choice} type="button" aria-pressed={chosen === choice} onClick={() => choose(choice)}>
          {choice === 'system' ? 'Auto' : choice === 'light' ? 'Light' : 'Dark'}
        </button>
      ))}
    </fieldset>
  );
}
