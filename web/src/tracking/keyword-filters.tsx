// Filters of the keyword table. They are part of the URL, so that a view can be bookmarked.
import { labelOf } from '../labels.ts';
import { SelectField, TextField } from '../parts/field.tsx';
import { isFiltered, type KeywordFilter, MOVEMENTS, POSITIONS, tagsOf } from './keyword-filter.ts';
import { DEVICE_LABELS, FEATURE_LABELS, FEATURE_NAMES, STATE_LABELS } from './labels.ts';
import type { TrackedKeyword } from './types.ts';

const ALL = ['', 'All'] as const;
const TAGS_MAX = 200;

export function KeywordFilters(props: {
  readonly filter: KeywordFilter;
  readonly keywords: readonly TrackedKeyword[];
  readonly onFilter: (fields: Partial<Record<keyof KeywordFilter, string>>) => void;
}) {
  const { filter, keywords, onFilter } = props;
  const engines = [...new Set(keywords.map(({ searchEngine }) => searchEngine))].sort();
  const devices = [...new Set(keywords.map(({ device }) => device))].sort();
  const select = (label: string, name: keyof KeywordFilter, options: readonly (readonly [string, string])[]) => (
    <SelectField label={label} value={filter[name]} options={[ALL, ...options]} onText={(text) => onFilter({ [name]: text })} />
  );
  return (
    <form class="stacked" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      <div class="fields narrow">
        <TextField label="Search" type="search" value={filter.q} onText={(q) => onFilter({ q })} placeholder="Text in the keyword" />
        {select(
          'Tag',
          'tag',
          tagsOf(keywords)
            .slice(0, TAGS_MAX)
            .map(([tag, count]) => [tag, `${tag} (${count})`] as const),
        )}
        {select('Position', 'position', POSITIONS)}
        {select('Change in 7 days', 'moved', MOVEMENTS)}
        {devices.length > 1 &&
          select(
            'Device',
            'device',
            devices.map((device) => [device, DEVICE_LABELS[device]] as const),
          )}
        {engines.length > 1 &&
          select(
            'Engine',
            'engine',
            engines.map((engine) => [engine, labelOf(engine)] as const),
          )}
      </div>
      <details open={filter.state !== '' || filter.feature !== '' || filter.url !== '' || filter.enabled !== '' || filter.starred !== ''}>
        <summary class="tiny">More filters</summary>
        <div class="fields narrow">
          {select('Last check', 'state', [...Object.entries(STATE_LABELS), ['none', 'Not checked yet'] as const])}
          {select(
            'SERP feature',
            'feature',
            FEATURE_NAMES.map((name) => [name, FEATURE_LABELS[name]] as const),
          )}
          <TextField label="URL" value={filter.url} onText={(url) => onFilter({ url })} placeholder="Text in the ranking URL" />
          {select('Tracking', 'enabled', [
            ['true', 'Active'],
            ['false', 'Paused'],
          ])}
          {select('Starred', 'starred', [
            ['true', 'Yes'],
            ['false', 'No'],
          ])}
        </div>
      </details>
      {isFiltered(filter) && (
        <div class="row">
          <button
            type="button"
            class="button small plain"
            onClick={() => onFilter(Object.fromEntries(Object.keys(filter).map((name) => [name, ''])))}
          >
            Clear filters
          </button>
        </div>
      )}
    </form>
  );
}
