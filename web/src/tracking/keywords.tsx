// The keyword table of a project: filters, sorting, bulk actions and exports, fast with 10,000 keywords.
import { useMemo, useState } from 'preact/hooks';
import { useAction } from '../admin/use-action.ts';
import { request } from '../api.ts';
import { counted, number } from '../format.ts';
import { SelectField } from '../parts/field.tsx';
import { Card } from '../parts/page.tsx';
import { Empty, ProblemNotice, WhenLoaded } from '../parts/status.tsx';
import { linkTo, type Route, replaceRoute } from '../route.ts';
import { AddKeywords } from './add-keywords.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { ColumnChooser, keywordColumns, useShownColumns } from './keyword-columns.tsx';
import {
  FILTER_NAMES,
  filterIn,
  filterKeywords,
  isDescendingFirst,
  isFiltered,
  isSortName,
  type SortName,
  sortKeywords,
} from './keyword-filter.ts';
import { KeywordFilters } from './keyword-filters.tsx';
import { PricedButton } from './priced-button.tsx';
import type { TabProps } from './project.tsx';
import { saveFile } from './save-file.ts';
import type { TrackedKeyword } from './types.ts';
import { KEYWORDS_SHOWN_MAX, type Keywords as Loaded, useKeywords } from './use-keywords.ts';
import { type VirtualColumn, VirtualRows } from './virtual-rows.tsx';

export function Keywords({ project, route, reload }: TabProps) {
  const loaded = useKeywords(project.id);
  const domains = useMemo(() => project.domains.map(({ domain }) => domain), [project.domains]);
  const [isAdding, setIsAdding] = useState(route.query.get('add') === 'yes');
  const changed = () => {
    loaded.reload();
    reload();
  };
  return (
    <>
      <div class="row">
        <button type="button" class="button primary" aria-expanded={isAdding} onClick={() => setIsAdding(!isAdding)}>
          {isAdding ? 'Close' : 'Add keywords'}
        </button>
        <ExportButton projectId={project.id} content="keywords" label="Export keywords" />
        <ExportButton projectId={project.id} content="history" label="Export history" />
        <PricedButton
          label="Get search volumes"
          confirm="Order volumes"
          done="Ordered. The volumes appear when they arrive."
          path={`/projects/${project.id}/volumes`}
          disabled={project.keywords === 0}
        />
      </div>
      {isAdding && <AddKeywords project={project} onAdded={changed} />}
      <WhenLoaded from={loaded}>
        {(keywords) =>
          keywords.items.length === 0 ? (
            <Card>
              <Empty title="No keywords yet">
                <p>
                  A tracked keyword is a search on one engine, in one region and language, on one device. Paste a list, or import the CSV
                  file of another tracker or of Search Console.
                </p>
              </Empty>
            </Card>
          ) : (
            <KeywordTable projectId={project.id} domains={domains} route={route} keywords={keywords} onChanged={changed} />
          )
        }
      </WhenLoaded>
    </>
  );
}

function ExportButton(props: { readonly projectId: string; readonly content: string; readonly label: string }) {
  const { projectId, content, label } = props;
  const { busy, problem, run } = useAction<void>();
  const save = () =>
    run(async () => {
      const response = await request(`/projects/${projectId}/export?content=${content}&format=csv`);
      saveFile(`${content}.csv`, await response.blob());
    });
  return (
    <>
      <button type="button" class="button small" disabled={busy} onClick={save}>
        {busy ? 'Exporting…' : label}
      </button>
      {problem && <ProblemNotice problem={problem} />}
    </>
  );
}

interface TableProps {
  readonly projectId: string;
  readonly domains: readonly string[];
  readonly route: Route;
  readonly keywords: Loaded;
  readonly onChanged: () => void;
}

function KeywordTable({ projectId, domains, route: { query }, keywords: { items, total }, onChanged }: TableProps) {
  const filter = filterIn(query);
  const text = query.toString();
  const asked = query.get('sort') ?? '';
  const sort: SortName = isSortName(asked) ? asked : 'keyword';
  const isDescending = query.get('order') === 'descending';
  const rows = useMemo(() => sortKeywords(filterKeywords(items, filter), sort, isDescending), [items, text]);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const shownAndSelected = useMemo(() => items.filter(({ id }) => selected.has(id)), [items, selected]);
  const columns = useMemo(() => keywordColumns(projectId, domains), [projectId, domains]);
  const [shown, setShown] = useShownColumns(columns);
  const setQuery = (fields: Readonly<Record<string, string>>) => {
    const kept = Object.fromEntries(['tab', 'sort', 'order', ...FILTER_NAMES].map((name) => [name, query.get(name) ?? '']));
    replaceRoute(linkTo('project', { ...kept, ...fields }, projectId));
  };
  const sortBy = (name: SortName) => {
    const descending = name === sort ? !isDescending : isDescendingFirst(name);
    setQuery({ sort: name, order: descending ? 'descending' : '' });
  };
  const toggle = (id: string, isOn: boolean) => {
    const next = new Set(selected);
    if (isOn) next.add(id);
    else next.delete(id);
    setSelected(next);
  };
  const pick: VirtualColumn<TrackedKeyword> = {
    name: 'Select',
    width: 30,
    kind: 'pick',
    title: <span class="visually-hidden">Select</span>,
    show: ({ id, keyword, device }) => (
      <input
        type="checkbox"
        aria-label={`Select ${keyword} (${device})`}
        checked={selected.has(id)}
        onChange={(event) => toggle(id, event.currentTarget.checked)}
      />
    ),
  };
  const sorts = columns.flatMap(({ name, sort: own }) => (own === undefined ? [] : [[own, name] as const]));
  const direction = isDescending ? 'descending' : 'ascending';
  const titled = columns
    .filter(({ kind, name }) => kind === 'lead' || shown.includes(name))
    .map(
      ({ sort: own, ...column }): VirtualColumn<TrackedKeyword> => ({
        ...column,
        sorted: own !== undefined && own === sort ? direction : undefined,
        title:
          own === undefined ? (
            column.name
          ) : (
            <SortButton name={column.name} sorted={own === sort ? direction : null} onSort={() => sortBy(own)} />
          ),
      }),
    );
  return (
    <>
      <Card>
        <KeywordFilters filter={filter} keywords={items} onFilter={setQuery} />
        <ColumnChooser columns={columns} shown={shown} onShown={setShown} />
      </Card>
      {shownAndSelected.length > 0 && (
        <BulkBar projectId={projectId} selected={shownAndSelected} onChanged={onChanged} onClear={() => setSelected(new Set())} />
      )}
      <Card>
        <div class="row">
          <span class="tiny muted" aria-live="polite">
            {isFiltered(filter) ? `${number(rows.length)} of ${counted(items.length, 'keyword')}` : counted(items.length, 'keyword')}
            {total > items.length && `. The table shows the first ${number(KEYWORDS_SHOWN_MAX)} of ${number(total)}; the export has all`}.
          </span>
          <button type="button" class="button small plain" onClick={() => setSelected(new Set(rows.map(({ id }) => id)))}>
            Select all shown
          </button>
          <SelectField label="Sort by" value={sort} options={sorts} onText={(name) => sortBy(name as SortName)} />
        </div>
        {rows.length === 0 ? (
          <Empty title="No matching keywords">
            <p>Change or clear the filters.</p>
          </Empty>
        ) : (
          <VirtualRows caption="Tracked keywords" columns={[pick, ...titled]} rows={rows} keyOf={({ id }) => id} />
        )}
      </Card>
    </>
  );
}

function SortButton(props: { readonly name: string; readonly sorted: 'ascending' | 'descending' | null; readonly onSort: () => void }) {
  const { name, sorted, onSort } = props;
  return (
    <button type="button" class="sort" onClick={onSort}>
      {name}
      <span aria-hidden="true">{sorted === null ? '' : sorted === 'ascending' ? ' ↑' : ' ↓'}</span>
    </button>
  );
}
