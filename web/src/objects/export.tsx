// Buttons that download the requests matching the filter as a file.
import { useState } from 'preact/hooks';
import { asProblem, type Problem, request, withQuery } from '../api.ts';
import { ProblemNotice } from '../parts/status.tsx';
import type { Access } from './access.ts';
import type { Filter } from './filters.tsx';

type Format = 'jsonl' | 'csv';

async function save(filter: Filter, { as, root }: Access, format: Format): Promise<void> {
  const response = await request(withQuery(`${root}/export`, { ...filter, format }), { as });
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = `requests.${format}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export function ExportButtons({ filter, access }: { readonly filter: Filter; readonly access: Access }) {
  const [busy, setBusy] = useState<Format | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const run = async (format: Format) => {
    setBusy(format);
    setProblem(null);
    await save(filter, access, format).catch((error) => setProblem(asProblem(error)));
    setBusy(null);
  };
  return (
    <>
      {(['jsonl', 'csv'] as const).map((format) => (
        <button key={format} type="button" class="button small" disabled={busy !== null} onClick={() => run(format)}>
          {busy === format ? 'Exporting…' : `Export ${format.toUpperCase()}`}
        </button>
      ))}
      {problem && <ProblemNotice problem={problem} />}
    </>
  );
}
