// Tabs with arrow-key navigation.
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';

export interface Tab {
  readonly name: string;
  readonly title: string;
  readonly show: () => ComponentChildren;
}

/** `first` is the name of the tab that is open at first. Without it, the first tab is. */
export function Tabs({ label, tabs, first = '' }: { readonly label: string; readonly tabs: readonly Tab[]; readonly first?: string }) {
  const id = useId();
  const [chosen, setChosen] = useState(first);
  const current = tabs.find(({ name }) => name === chosen) ?? tabs[0]!;
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const next = tabs[(tabs.indexOf(current) + step + tabs.length) % tabs.length]!;
    setChosen(next.name);
    document.getElementById(`${id}-${next.name}`)?.focus();
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map(({ name, title }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === current.name}
            aria-controls={`${id}-panel`}
            tabIndex={name === current.name ? 0 : -1}
            onClick={() => setChosen(name)}
          >
            {title}
          </button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without focusable content must still be reachable by keyboard. */}
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current.name}`} tabIndex={0}>
        {current.show()}
      </div>
    </>
  );
}
