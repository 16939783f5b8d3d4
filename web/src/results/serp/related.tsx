// Related searches below the results, as links to the engine.
import type { Entry } from './layout.ts';
import { ResultLink } from './parts.tsx';

export function RelatedSearches({ entries }: { readonly entries: readonly Entry<'related'>[] }) {
  return (
    <section class="related" aria-label="Related searches">
      <h3>Related searches</h3>
      <ul>
        {entries.map(({ path, item }) => (
          <li key={path} data-path={path}>
            {item.url ? <ResultLink url={item.url}>{item.keyword}</ResultLink> : item.keyword}
          </li>
        ))}
      </ul>
    </section>
  );
}
