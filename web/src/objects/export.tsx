// Takes the objects that match the filter along as a file. The answer goes to the disk as it comes, where the browser can do that.
import { useState } from 'preact/hooks';
import { asProblem, type Problem, request, withQuery } from '../api.ts';
import { ProblemNotice } from '../parts/state.tsx';
import type { Filter } from './filters.tsx';

type Format = 'jsonl' | 'csv';

async function save(filter: Filter, format: Format): Promise<void> {
  const { account: _account, mode: _mode, ...own } = filter;
  const answer = await request(withQuery('/objects/export', { ...own, format }));
  const url = URL.createObjectURL(await answer.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = `objects.${format}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export function ExportButtons({ filter }: { readonly filter: Filter }) {
  const [busy, setBusy] = useState<Format | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const run = async (format: Format) => {
    setBusy(format);
    setProblem(null);
    await save(filter, format).catch((error) => setProblem(asProblem(error)));
    setBusy(null);
  };
  return (
    <>
      {(['jsonl', 'csv'] as const).map((format) => (
        <button key={format} type="button" class="button small" disabled={busy !== null} onClick={() => run(format)}>
          {busy === format ? 'Exporting …' : `Export ${format.toUpperCase()}`}
        </button>
      ))}
      {problem && <ProblemNotice problem={problem} />}
    </>
  );
}
