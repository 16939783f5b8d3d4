// Changes of one keyword: tags, target page, volume, note, star and pause. Its engine, region, language and device are fixed.
import { useState } from 'preact/hooks';
import { optionalNumber, useAction } from '../admin/use-action.ts';
import { call } from '../api.ts';
import { CheckField, TextField } from '../parts/field.tsx';
import { Card } from '../parts/page.tsx';
import { ProblemNotice } from '../parts/status.tsx';
import type { TrackedKeyword } from './types.ts';

interface FormProps {
  readonly projectId: string;
  readonly keyword: TrackedKeyword;
  readonly onSaved: () => void;
}

export function KeywordForm({ projectId, keyword, onSaved }: FormProps) {
  const [tags, setTags] = useState(keyword.tags.join(', '));
  const [targetUrl, setTargetUrl] = useState(keyword.targetUrl ?? '');
  const [volume, setVolume] = useState(keyword.volume === null ? '' : String(keyword.volume));
  const [note, setNote] = useState(keyword.note ?? '');
  const [starred, setStarred] = useState(keyword.starred);
  const [enabled, setEnabled] = useState(keyword.enabled);
  const { busy, result, problem, run } = useAction<string>();
  const save = (event: Event) => {
    event.preventDefault();
    void run(async () => {
      const wanted = tags
        .split(',')
        .map((tag) => tag.trim())
        .filter((tag) => tag !== '');
      await call(`/projects/${projectId}/keywords`, {
        method: 'PATCH',
        body: {
          ids: [keyword.id],
          addTags: wanted.filter((tag) => !keyword.tags.includes(tag)),
          removeTags: keyword.tags.filter((tag) => !wanted.includes(tag)),
          targetUrl: targetUrl.trim() || null,
          volume: optionalNumber(volume) ?? null,
          note: note.trim() || null,
          starred,
          enabled,
        },
      });
      onSaved();
      return 'Saved.';
    });
  };
  return (
    <Card title="Keyword settings">
      <form class="stacked" onSubmit={save} aria-label="Keyword settings">
        <div class="fields">
          <TextField label="Tags" value={tags} onText={setTags} placeholder="shop, summer" />
          <TextField
            label="Target page"
            value={targetUrl}
            onText={setTargetUrl}
            placeholder="https://"
            help="A rule can watch for other pages."
          />
          <TextField label="Searches per month" type="number" value={volume} onText={setVolume} />
          <TextField label="Note" value={note} onText={setNote} />
          <CheckField label="Starred" value={starred} onValue={setStarred} />
          <CheckField label="Track it" value={enabled} onValue={setEnabled} help="A paused keyword keeps its history and costs nothing." />
        </div>
        {problem && <ProblemNotice problem={problem} />}
        <div class="row">
          <button type="submit" class="button small" disabled={busy}>
            Save keyword
          </button>
          {result && <span role="status">{result}</span>}
        </div>
      </form>
    </Card>
  );
}
