// Page header, cards and key figures.
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Loading } from './status.tsx';

export function Page(props: {
  readonly title: string;
  readonly about?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  useEffect(() => {
    document.title = `${props.title} · Sextant`;
  }, [props.title]);
  return (
    <div class="page">
      <header>
        <div>
          <h1>{props.title}</h1>
          {props.about && <p>{props.about}</p>}
        </div>
        {props.actions && <div class="row">{props.actions}</div>}
      </header>
      {props.children}
    </div>
  );
}

/** Stands for a page whose header depends on data. */
export function LoadingPage({ what }: { readonly what: string }) {
  return (
    <div class="page">
      <Loading what={what} />
    </div>
  );
}

export function Card({
  title,
  actions,
  children,
}: {
  readonly title?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  return (
    <section class="card">
      {(title || actions) && (
        <header>
          {title && <h2>{title}</h2>}
          {actions && <div class="row">{actions}</div>}
        </header>
      )}
      {children}
    </section>
  );
}

interface Stat {
  readonly name: string;
  readonly value: ComponentChildren;
  readonly note?: ComponentChildren;
  /** `bad` and `wait` colour the value. */
  readonly tone?: string;
}

export function Stats({ items }: { readonly items: readonly Stat[] }) {
  return (
    <dl class="stats">
      {items.map(({ name, value, note, tone = '' }) => (
        <div class={`stat ${tone}`} key={name}>
          <dt>{name}</dt>
          <dd>
            {value}
            {note && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
