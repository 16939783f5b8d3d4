// A result in four views: as a page (with its JSON beside it if there is room), as items, as JSON and as the raw page.
import { useState } from 'preact/hooks';
import { labelOf } from '../labels.ts';
import { Badge } from '../parts/badge.tsx';
import { JsonView } from '../parts/json-tree.tsx';
import { QualityBadge, QualityReasons } from '../parts/quality.tsx';
import { RawPages } from '../parts/raw-pages.tsx';
import { useIsWide } from '../parts/split.tsx';
import { Empty } from '../parts/status.tsx';
import { type Tab, Tabs } from '../parts/tabs.tsx';
import { Formatted } from './formatted.tsx';
import { itemListsOf } from './item-table.ts';
import { Items } from './items.tsx';
import { LinkedViews } from './linked-views.tsx';
import type { Product } from './products.ts';
import type { ApiObject } from './use-progress.ts';

const rawOf = (object: ApiObject): readonly string[] => {
  const data = object.data as { raw?: readonly string[] } | null | undefined;
  return data?.raw ?? (typeof object.rawText === 'string' ? [object.rawText] : []);
};

export function Result({ product, object }: { readonly product: Product; readonly object: ApiObject }) {
  const [ref, isWide] = useIsWide<HTMLDivElement>();
  const [showsJson, setShowsJson] = useState(true);
  const [selected, setSelected] = useState('');
  const lists = itemListsOf(object);
  const raw = rawOf(object);
  const page = <Formatted product={product} object={object} />;
  const tabs: Tab[] = [
    {
      name: 'formatted',
      title: 'Page',
      show: () =>
        isWide ? (
          <div class="stacked">
            <div class="row">
              <button type="button" class="button small" onClick={() => setShowsJson(!showsJson)}>
                {showsJson ? 'Hide JSON' : 'Show JSON'}
              </button>
            </div>
            {showsJson ? <LinkedViews object={object}>{page}</LinkedViews> : page}
          </div>
        ) : (
          page
        ),
    },
    ...(lists.length > 0 ? [{ name: 'items', title: 'Items', show: () => <Items lists={lists} /> }] : []),
    {
      name: 'json',
      title: 'JSON',
      show: () => <JsonView value={object} label="Result as JSON" selected={selected} onSelect={setSelected} />,
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
  const quality = typeof object.quality === 'number' ? object.quality : null;
  return (
    <div class="result" ref={ref}>
      <div class="row">
        {typeof object.verdict === 'string' && <Badge value={object.verdict} />}
        {object.faulty === true && <Badge value="faulty" />}
        {quality !== null && <QualityBadge quality={quality} />}
        {typeof object.error === 'string' && <span class="tiny">{object.error}</span>}
        {attempts.length > 0 && (
          <span class="tiny muted">{attempts.map(({ source, outcome }) => `${labelOf(source)}: ${labelOf(outcome)}`).join(' → ')}</span>
        )}
      </div>
      {quality !== null && <QualityReasons quality={quality} reasons={(object.qualityReasons as readonly string[] | undefined) ?? []} />}
      <Tabs label="Result views" tabs={tabs} />
    </div>
  );
}
