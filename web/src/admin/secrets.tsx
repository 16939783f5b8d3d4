// New secrets with copy buttons. The service shows them only once.
import { CopyButton } from '../parts/code.tsx';

export function Secrets({ items }: { readonly items: readonly (readonly [name: string, secret: string])[] }) {
  return (
    <div class="notice wait" role="status">
      <p>
        <strong>Copy and store {items.length === 1 ? 'this secret' : 'these secrets'} now.</strong> You cannot see{' '}
        {items.length === 1 ? 'it' : 'them'} again.
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
