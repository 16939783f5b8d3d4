// Buttons that download requests or their results as a file: the selected ones, or all that match the filter.
import { useState } from 'preact/hooks';
import { asProblem, Problem, request, withQuery } from '../api.ts';
import type { ObjectRow } from '../api-types.ts';
import { ProblemNotice } from '../parts/status.tsx';
import type { Access } from './access.ts';
import { queryOf } from './filter-query.ts';
import type { Filter } from './filters.tsx';

interface Download {
  readonly label: string;
  readonly content: 'requests' | 'results';
  /** Only results of these types. */
  readonly types?: string;
  readonly format: 'jsonl' | 'csv' | 'parquet';
}

/** Limit of the API. */
const SELECTED_MAX = 200;
const TOO_MANY = new Problem(
  0,
  `A selection of more than ${SELECTED_MAX} requests cannot be exported.`,
  'Clear it, and use the filters instead.',
);

const DOWNLOADS: readonly Download[] = [
  { label: 'Export results', content: 'results', format: 'csv' },
  { label: 'Export Parquet', content: 'results', types: 'organic', format: 'parquet' },
  { label: 'Export JSONL', content: 'requests', format: 'jsonl' },
  { label: 'Export CSV', content: 'requests', format: 'csv' },
];

async function save(
  { content, types, format }: Download,
  { as, root }: Access,
  chosen: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const response = await request(withQuery(`${root}/export`, { ...chosen, content, types, format }), { as });
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = `${content}.${format}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export function ExportButtons(props: { readonly filter: Filter; readonly access: Access; readonly selected: readonly ObjectRow[] }) {
  const { filter, access, selected } = props;
  const [busy, setBusy] = useState<Download | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const run = async (download: Download) => {
    if (selected.length > SELECTED_MAX) return setProblem(TOO_MANY);
    setBusy(download);
    setProblem(null);
    // A selection may have rows of other pages and of earlier filters.
    const chosen = selected.length === 0 ? queryOf(filter) : { ids: selected.map(({ id }) => id).join(',') };
    await save(download, access, chosen).catch((error) => setProblem(asProblem(error)));
    setBusy(null);
  };
  return (
    <>
      {DOWNLOADS.map((download) => (
        <button key={download.label} type="button" class="button small" disabled={busy !== null} onClick={() => run(download)}>
          {busy === download ? 'Exporting…' : download.label}
        </button>
      ))}
      {problem && <ProblemNotice problem={problem} />}
    </>
  );
}
