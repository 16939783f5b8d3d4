// What can be done with the selected keywords: tag, pause, check, export, remove.
import { useState } from 'preact/hooks';
import { useAction } from '../admin/use-action.ts';
import { call } from '../api.ts';
import { counted, credits } from '../format.ts';
import { csvOf } from '../parts/csv.ts';
import { ProblemNotice } from '../parts/status.tsx';
import { chunksOf } from './chunks.ts';
import { saveFile } from './save-file.ts';
import type { TrackedKeyword } from './types.ts';

/** The columns that an import of keywords reads. */
const COLUMNS = ['keyword', 'searchEngine', 'region', 'language', 'device', 'tags', 'targetUrl', 'starred', 'enabled', 'volume', 'note'];

/** An action that needs a confirmation, with its consequence. */
interface Pending {
  readonly text: string;
  readonly label: string;
  readonly work: () => Promise<string>;
}

export function BulkBar(props: {
  readonly projectId: string;
  readonly selected: readonly TrackedKeyword[];
  readonly onChanged: () => void;
  readonly onClear: () => void;
}) {
  const { projectId, selected, onChanged, onClear } = props;
  const [tag, setTag] = useState('');
  const [pending, setPending] = useState<Pending | null>(null);
  const { busy, result, problem, run } = useAction<string>();
  const path = `/projects/${projectId}/keywords`;
  const ids = selected.map(({ id }) => id);
  const count = counted(selected.length, 'keyword');

  const act = (work: () => Promise<string>) => {
    setPending(null);
    void run(async () => {
      const done = await work();
      onChanged();
      return done;
    });
  };
  const change = (fields: object, done: string) =>
    act(async () => {
      for (const chunk of chunksOf(ids)) await call(path, { method: 'PATCH', body: { ids: chunk, ...fields } });
      return done;
    });
  const askForRun = () =>
    run(async () => {
      const runs = chunksOf(ids);
      const first = runs[0]!;
      const { cost } = await call<{ cost: number }>(`/projects/${projectId}/run`, { method: 'POST', body: { ids: first, dryRun: true } });
      setPending({
        text: runs.length > 1 ? 'One run takes at most 1,000 keywords. The first 1,000 are checked.' : '',
        label: `Check ${counted(first.length, 'keyword')} for ${credits(cost)}`,
        work: async () => {
          await call(`/projects/${projectId}/run`, { method: 'POST', body: { ids: first } });
          return 'Run started.';
        },
      });
      return '';
    });
  const askForRemoval = () =>
    setPending({
      text: `Their history is deleted with them. You cannot undo this.`,
      label: `Remove ${count}`,
      work: async () => {
        for (const chunk of chunksOf(ids)) await call(`${path}/remove`, { method: 'POST', body: { ids: chunk } });
        onClear();
        return `${count} removed.`;
      },
    });
  const save = () =>
    saveFile(
      'keywords.csv',
      csvOf(
        COLUMNS,
        selected.map((keyword) => ({ ...keyword, tags: keyword.tags.join(';') })),
      ),
    );
  return (
    <section class="bulk" aria-label="Selected keywords">
      <div class="row">
        <strong role="status">{count} selected</strong>
        <input
          class="tag-input"
          aria-label="Tag"
          placeholder="Tag"
          value={tag}
          maxLength={50}
          autocomplete="off"
          onInput={(event) => setTag(event.currentTarget.value)}
        />
        <button
          type="button"
          class="button small"
          disabled={busy || tag.trim() === ''}
          onClick={() => change({ addTags: [tag.trim()] }, 'Tag added.')}
        >
          Add tag
        </button>
        <button
          type="button"
          class="button small"
          disabled={busy || tag.trim() === ''}
          onClick={() => change({ removeTags: [tag.trim()] }, 'Tag removed.')}
        >
          Remove tag
        </button>
        <button type="button" class="button small" disabled={busy} onClick={() => change({ enabled: false }, 'Tracking paused.')}>
          Pause
        </button>
        <button type="button" class="button small" disabled={busy} onClick={() => change({ enabled: true }, 'Tracking resumed.')}>
          Resume
        </button>
        <button type="button" class="button small" disabled={busy} onClick={() => change({ starred: true }, 'Starred.')}>
          Star
        </button>
        <button type="button" class="button small" disabled={busy} onClick={askForRun}>
          Run now
        </button>
        <button type="button" class="button small" onClick={save}>
          Export
        </button>
        <button type="button" class="button small" disabled={busy} onClick={askForRemoval}>
          Remove
        </button>
        <button type="button" class="button small plain" onClick={onClear}>
          Clear selection
        </button>
      </div>
      {pending && (
        <div class="row notice wait">
          {pending.text && <span>{pending.text}</span>}
          <button type="button" class="button small primary" disabled={busy} onClick={() => act(pending.work)}>
            {pending.label}
          </button>
          <button type="button" class="button small plain" onClick={() => setPending(null)}>
            Cancel
          </button>
        </div>
      )}
      {result && <p role="status">{result}</p>}
      {problem && <ProblemNotice problem={problem} />}
    </section>
  );
}
