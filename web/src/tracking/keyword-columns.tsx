// Columns of the keyword table, and the choice of those that are shown.
import { useState } from 'preact/hooks';
import { number } from '../format.ts';
import { CheckField } from '../parts/field.tsx';
import { ExternalLink } from '../results/external-link.tsx';
import { linkTo } from '../route.ts';
import { slotText } from './history-lines.ts';
import type { SortName } from './keyword-filter.ts';
import type { TrackedKeyword } from './types.ts';
import { ownPath } from './urls.ts';
import { ChangeView, FeatureList, PositionView, VariantView } from './values.tsx';
import type { VirtualColumn } from './virtual-rows.tsx';

export type KeywordColumn = Omit<VirtualColumn<TrackedKeyword>, 'title'> & {
  readonly sort?: SortName;
  /** Shown unless the user hides it. */
  readonly isDefault?: boolean;
};

function KeywordCell({ keyword, projectId }: { readonly keyword: TrackedKeyword; readonly projectId: string }) {
  const { id, keyword: text, starred, enabled } = keyword;
  return (
    <>
      <a href={linkTo('keyword', {}, `${projectId}.${id}`)}>
        {starred && (
          <span role="img" aria-label="Starred">
            ★{' '}
          </span>
        )}
        {text}
      </a>{' '}
      {!enabled && <span class="badge wait">Paused</span>}
      <VariantView keyword={keyword} />
    </>
  );
}

const missing = (text: string) => <span class="muted">{text}</span>;

/** The widths of the default columns fit into a window of 1,280 pixels. */
export const keywordColumns = (projectId: string, domains: readonly string[]): readonly KeywordColumn[] => [
  {
    name: 'Keyword',
    width: 206,
    kind: 'lead',
    sort: 'keyword',
    show: (keyword) => <KeywordCell keyword={keyword} projectId={projectId} />,
  },
  {
    name: 'Position',
    width: 96,
    kind: 'figure',
    sort: 'position',
    isDefault: true,
    show: (keyword) => <PositionView keyword={keyword} />,
  },
  {
    name: '1 day',
    width: 58,
    kind: 'figure',
    sort: 'change1',
    isDefault: true,
    show: ({ change1 }) => <ChangeView change={change1} />,
  },
  {
    name: '7 days',
    width: 62,
    kind: 'figure',
    sort: 'change7',
    isDefault: true,
    show: ({ change7 }) => <ChangeView change={change7} />,
  },
  {
    name: '30 days',
    width: 72,
    kind: 'figure',
    sort: 'change30',
    isDefault: true,
    show: ({ change30 }) => <ChangeView change={change30} />,
  },
  {
    name: 'Best',
    width: 50,
    kind: 'figure',
    sort: 'best',
    isDefault: true,
    show: ({ best, bestOn }) => (best === null ? missing('None') : <span title={bestOn ?? undefined}>{best}</span>),
  },
  {
    name: 'Volume',
    width: 68,
    kind: 'figure',
    sort: 'volume',
    isDefault: true,
    show: ({ volume }) => (volume === null ? missing('Unknown') : number(volume)),
  },
  {
    name: 'Visits',
    width: 86,
    kind: 'figure secondary',
    sort: 'visits',
    show: ({ visits }) => (visits === null ? missing('Unknown') : number(Math.round(visits))),
  },
  {
    name: 'URL',
    width: 118,
    isDefault: true,
    show: ({ url, title }) =>
      url === null ? (
        missing('None')
      ) : (
        <span title={title ?? url}>
          <ExternalLink url={url}>{ownPath(url, domains)}</ExternalLink>
        </span>
      ),
  },
  {
    name: 'Features',
    width: 128,
    kind: 'secondary',
    isDefault: true,
    show: ({ features, owned }) => <FeatureList features={features} owned={owned} max={1} />,
  },
  {
    name: 'Tags',
    width: 70,
    kind: 'secondary',
    isDefault: true,
    show: ({ tags }) => (tags.length === 0 ? missing('None') : <span title={tags.join(', ')}>{tags.join(', ')}</span>),
  },
  {
    name: 'Checked',
    width: 120,
    kind: 'secondary',
    sort: 'checked',
    show: ({ checkedAt }) => (checkedAt === null ? missing('Not yet') : slotText(checkedAt)),
  },
];

const STORED = 'sextant.keyword-columns';

/** Returns the names of the shown columns and a function that changes them. The choice is kept in this browser. */
export function useShownColumns(columns: readonly KeywordColumn[]): [shown: readonly string[], choose: (names: readonly string[]) => void] {
  const [shown, setShown] = useState<readonly string[]>(() => {
    const stored = localStorage.getItem(STORED);
    return stored === null ? columns.filter(({ isDefault }) => isDefault).map(({ name }) => name) : stored.split(',');
  });
  return [
    shown,
    (names) => {
      localStorage.setItem(STORED, names.join(','));
      setShown(names);
    },
  ];
}

export function ColumnChooser(props: {
  readonly columns: readonly KeywordColumn[];
  readonly shown: readonly string[];
  readonly onShown: (names: readonly string[]) => void;
}) {
  const { columns, shown, onShown } = props;
  return (
    <details class="chooser">
      <summary class="tiny">Columns</summary>
      <fieldset class="row">
        <legend class="visually-hidden">Shown columns</legend>
        {columns.slice(1).map(({ name }) => (
          <CheckField
            key={name}
            label={name}
            value={shown.includes(name)}
            onValue={(isOn) => onShown(isOn ? [...shown, name] : shown.filter((one) => one !== name))}
          />
        ))}
      </fieldset>
    </details>
  );
}
