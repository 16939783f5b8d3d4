// The answer in all its forms: as a person would see it, as items, as JSON, as the page that was read.
import { Badge } from '../parts/badge.tsx';
import { CopyButton, Json } from '../parts/code.tsx';
import { Empty } from '../parts/state.tsx';
import { type Tab, Tabs } from '../parts/tabs.tsx';
import type { Found } from './follow.ts';
import { Items, itemListsOf } from './items.tsx';
import type { Product } from './products.ts';
import { RawPages } from './raw.tsx';
import { Rendered } from './rendered.tsx';

const rawOf = (found: Found): readonly string[] => {
  const data = found.data as { raw?: readonly string[] } | null | undefined;
  return data?.raw ?? (typeof found.rawText === 'string' ? [found.rawText] : []);
};

export function Result({ product, found }: { readonly product: Product; readonly found: Found }) {
  const lists = itemListsOf(found);
  const raw = rawOf(found);
  const tabs: Tab[] = [
    { name: 'rendered', title: 'Page', show: () => <Rendered product={product} found={found} /> },
    ...(lists.length > 0 ? [{ name: 'items', title: 'Items', show: () => <Items lists={lists} /> }] : []),
    {
      name: 'json',
      title: 'JSON',
      show: () => (
        <div class="stacked">
          <div class="row">
            <CopyButton text={() => JSON.stringify(found, null, 2)} label="Copy JSON" />
          </div>
          <Json value={found} label="The answer as JSON" />
        </div>
      ),
    },
    {
      name: 'raw',
      title: 'Raw page',
      show: () =>
        raw.length > 0 ? (
          <RawPages pages={raw} />
        ) : (
          <Empty title="No raw page was kept">
            <p>Set saveRawData and send again; the pages as they were fetched are then part of the answer.</p>
          </Empty>
        ),
    },
  ];
  const attempts = (found.attempts as { source: string; outcome: string }[] | undefined) ?? [];
  return (
    <div class="result">
      <div class="row">
        {typeof found.verdict === 'string' && <Badge word={found.verdict} />}
        {found.faulty === true && <Badge word="faulty" />}
        {typeof found.error === 'string' && <span class="tiny">{found.error}</span>}
        {attempts.length > 0 && (
          <span class="tiny muted">{attempts.map(({ source, outcome }) => `${source}: ${outcome}`).join(' → ')}</span>
        )}
      </div>
      <Tabs label="Forms of the answer" tabs={tabs} />
    </div>
  );
}
