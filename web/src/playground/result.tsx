// A result in four views: formatted, as items, as JSON and as the raw page.
import { labelOf } from '../labels.ts';
import { Badge } from '../parts/badge.tsx';
import { CopyButton, Json } from '../parts/code.tsx';
import { Empty } from '../parts/status.tsx';
import { type Tab, Tabs } from '../parts/tabs.tsx';
import { Formatted } from './formatted.tsx';
import { Items, itemListsOf } from './items.tsx';
import type { Product } from './products.ts';
import { RawPages } from './raw-pages.tsx';
import type { ApiObject } from './use-progress.ts';

const rawOf = (object: ApiObject): readonly string[] => {
  const data = object.data as { raw?: readonly string[] } | null | undefined;
  return data?.raw ?? (typeof object.rawText === 'string' ? [object.rawText] : []);
};

export function Result({ product, object }: { readonly product: Product; readonly object: ApiObject }) {
  const lists = itemListsOf(object);
  const raw = rawOf(object);
  const tabs: Tab[] = [
    { name: 'formatted', title: 'Page', show: () => <Formatted product={product} object={object} /> },
    ...(lists.length > 0 ? [{ name: 'items', title: 'Items', show: () => <Items lists={lists} /> }] : []),
    {
      name: 'json',
      title: 'JSON',
      show: () => (
        <div class="stacked">
          <div class="row">
            <CopyButton text={() => JSON.stringify(object, null, 2)} label="Copy JSON" />
          </div>
          <Json value={object} label="Result as JSON" />
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
          <Empty title="No raw page stored">
            <p>Raw pages are stored only on request. Select Save raw data, then send the request again.</p>
          </Empty>
        ),
    },
  ];
  const attempts = (object.attempts as { source: string; outcome: string }[] | undefined) ?? [];
  return (
    <div class="result">
      <div class="row">
        {typeof object.verdict === 'string' && <Badge value={object.verdict} />}
        {object.faulty === true && <Badge value="faulty" />}
        {typeof object.error === 'string' && <span class="tiny">{object.error}</span>}
        {attempts.length > 0 && (
          <span class="tiny muted">{attempts.map(({ source, outcome }) => `${labelOf(source)}: ${labelOf(outcome)}`).join(' → ')}</span>
        )}
      </div>
      <Tabs label="Result views" tabs={tabs} />
    </div>
  );
}
