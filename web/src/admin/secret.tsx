// Secrets that are shown once, with a way to take them along.
import { CopyButton } from '../parts/code.tsx';

export function Secrets({ items }: { readonly items: readonly (readonly [name: string, secret: string])[] }) {
  return (
    <div class="notice wait" role="status">
      <p>
        <strong>Shown this once.</strong> Keep them somewhere safe.
      </p>
      <dl class="pairs">
        {items.map(([name, secret]) => (
          <div key={name} class="pair">
            <dt>{name}</dt>
            <dd class="row">
              <code>{secret}</code>
              <CopyButton text={() => secret} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
