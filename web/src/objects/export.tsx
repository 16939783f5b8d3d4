// Buttons that download requests or their results as a file: the selected ones, or all that match the filter.
import { useState } from 'preact/hooks';
import { asProblem, type Problem, request, withQuery } from '../api.ts';
import type { ObjectRow } from '../api-types.ts';
import { ProblemNotice } from '../parts/status.tsx';
import type { Access } from './access.ts';
import type { Filter } from './filters.tsx';

interface Download {
  readonly label: string;
  readonly content: 'requests' | 'results';
  readonly format: 'jsonl' | 'csv';
}

const DOWNLOADS: readonly Download[] = [
  { label: 'Export results', content: 'results', format: 'csv' },
  { label: 'Export JSONL', content: 'requests', format: 'jsonl' },
  { label: 'Export CSV', content: 'requests', format: 'csv' },
];

async function save(
  { content, format }: Download,
  { as, root }: Access,
  chosen: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const response = await request(withQuery(`${root}/export`, { ...chosen, content, format }), { as });
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
    setBusy(download);
    setProblem(null);
    const chosen = selected.length === 0 ? filter : { ...filter, ids: selected.map(({ id }) => id).join(',') };
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
