// A list of names and values in two columns.
import type { ComponentChildren } from 'preact';

export function Pairs({ pairs }: { readonly pairs: readonly (readonly [string, ComponentChildren])[] }) {
  if (pairs.length === 0) return null;
  return (
    <dl class="pairs">
      {pairs.map(([name, value]) => (
        <div key={name} class="pair">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
