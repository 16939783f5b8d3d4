// Adds keywords: a pasted list, or the file of another tracker. The price per month is shown before saving.
import { useState } from 'preact/hooks';
import { useAction } from '../admin/use-action.ts';
import { call } from '../api.ts';
import { counted, credits, number } from '../format.ts';
import { CheckField, Field, TextField } from '../parts/field.tsx';
import { Card } from '../parts/page.tsx';
import { ProblemNotice } from '../parts/status.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { chunksOf, KEYWORDS_AT_ONCE_MAX } from './chunks.ts';
import { LinesField, linesOf } from './domains-field.tsx';
import { DEVICE_LABELS } from './labels.ts';
import type { AddedKeywords, Device, Imported, NewTrackedKeyword, Project } from './types.ts';
import { usePrice } from './use-price.ts';

interface AddProps {
  readonly project: Project;
  readonly onAdded: () => void;
}

const DEVICES = Object.keys(DEVICE_LABELS) as Device[];
/** Limit of the API for the text of a file. */
const FILE_CHARACTERS_MAX = 3_500_000;
const NAMED_MAX = 5;

export function AddKeywords(props: AddProps) {
  return (
    <Card title="Add keywords">
      <Tabs
        label="Ways to add keywords"
        tabs={[
          { name: 'paste', title: 'Paste a list', show: () => <PasteForm {...props} /> },
          { name: 'import', title: 'Import a file', show: () => <ImportForm {...props} /> },
        ]}
      />
    </Card>
  );
}

function PasteForm({ project, onAdded }: AddProps) {
  const [text, setText] = useState('');
  const [tags, setTags] = useState('');
  const [devices, setDevices] = useState<readonly Device[]>(project.defaults?.devices ?? ['desktop']);
  const [checkNow, setCheckNow] = useState(false);
  const { busy, result, problem, run } = useAction<string>();
  const path = `/projects/${project.id}/keywords`;
  const tagList = tags
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
  const keywords = linesOf(text).map((keyword): NewTrackedKeyword => ({ keyword, devices: [...devices], tags: tagList }));
  const isLong = keywords.length > KEYWORDS_AT_ONCE_MAX;
  const first = keywords.slice(0, KEYWORDS_AT_ONCE_MAX);
  const price = usePrice<AddedKeywords>(path, first.length > 0 ? { keywords: first, dryRun: true } : null);
  const save = (event: Event) => {
    event.preventDefault();
    void run(async () => {
      let added = 0;
      for (const chunk of chunksOf(keywords))
        added += (await call<AddedKeywords>(path, { method: 'POST', body: { keywords: chunk, checkNow: checkNow && !isLong } })).added;
      setText('');
      onAdded();
      return `${counted(added, 'keyword')} added.`;
    });
  };
  return (
    <form class="stacked" onSubmit={save} aria-label="Paste keywords">
      <LinesField
        label="New keywords"
        help="One per line. Keywords that exist already are left out."
        value={text}
        onText={setText}
        rows={6}
      />
      <div class="fields">
        <TextField label="Tags" value={tags} onText={setTags} placeholder="shop, summer" />
        <fieldset class="row">
          <legend>Devices</legend>
          {DEVICES.map((device) => (
            <CheckField
              key={device}
              label={DEVICE_LABELS[device]}
              value={devices.includes(device)}
              onValue={(isOn) => setDevices(DEVICES.filter((one) => (one === device ? isOn : devices.includes(one))))}
            />
          ))}
        </fieldset>
        {/* A project starts one run a minute, and a run takes the keywords of one call. */}
        {!isLong && <CheckField label="Check them now" value={checkNow} onValue={setCheckNow} help="Otherwise they join the next run." />}
      </div>
      {price.data && <AddedPreview added={price.data} isPartial={isLong} />}
      {(problem ?? price.problem) && <ProblemNotice problem={(problem ?? price.problem)!} />}
      <div class="row">
        <button type="submit" class="button primary" disabled={busy || keywords.length === 0 || devices.length === 0}>
          {busy ? 'Saving…' : 'Add keywords'}
        </button>
        {result && <span role="status">{result}</span>}
      </div>
    </form>
  );
}

/** The price before and after, and what will be left out. */
function AddedPreview({
  added: { added, duplicates, forecast },
  isPartial,
}: {
  readonly added: AddedKeywords;
  readonly isPartial: boolean;
}) {
  const more = forecast.after.creditsPerMonth - forecast.before.creditsPerMonth;
  const named = duplicates.slice(0, NAMED_MAX).map(({ keyword }) => keyword);
  return (
    <div class="notice" aria-live="polite">
      <p>
        <strong>
          {counted(added, 'new keyword')}: {credits(more)} more per month
        </strong>{' '}
        <span class="muted">
          ({credits(forecast.after.creditsPerMonth)} in all)
          {isPartial && `, counted for the first ${number(KEYWORDS_AT_ONCE_MAX)} lines`}
        </span>
      </p>
      {duplicates.length > 0 && (
        <p class="muted">
          {counted(duplicates.length, 'duplicate')} left out: {named.join(', ')}
          {duplicates.length > named.length && ' and others'}.
        </p>
      )}
    </div>
  );
}

function ImportForm({ project, onAdded }: AddProps) {
  const [file, setFile] = useState<{ readonly name: string; readonly text: string } | null>(null);
  const { busy, result, problem, run } = useAction<string>();
  const path = `/projects/${project.id}/import`;
  const isTooLong = file !== null && file.text.length > FILE_CHARACTERS_MAX;
  const preview = usePrice<Imported>(path, file && !isTooLong ? { text: file.text, dryRun: true } : null);
  const read = async (chosen: File | undefined) => setFile(chosen ? { name: chosen.name, text: await chosen.text() } : null);
  const save = (event: Event) => {
    event.preventDefault();
    void run(async () => {
      const imported = await call<Imported>(path, { method: 'POST', body: { text: file!.text } });
      setFile(null);
      onAdded();
      return `${counted(imported.result.added, 'keyword')} added, ${counted(imported.points, 'past check')} imported.`;
    });
  };
  return (
    <form class="stacked" onSubmit={save} aria-label="Import keywords">
      <Field
        label="File"
        help="CSV or TSV of SerpBear, Serposcope, Search Console, Ryte, AccuRanker or Serpstat, an export of Sextant, or one keyword per line."
      >
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            onChange={(event) => void read(event.currentTarget.files?.[0])}
          />
        )}
      </Field>
      {isTooLong && <p class="error">The file is too long. Split it into files of at most 3.5 MB.</p>}
      {preview.data && <ImportPreview imported={preview.data} />}
      {(problem ?? preview.problem) && <ProblemNotice problem={(problem ?? preview.problem)!} />}
      <div class="row">
        <button type="submit" class="button primary" disabled={busy || !preview.data}>
          {busy ? 'Importing…' : 'Import'}
        </button>
        {result && <span role="status">{result}</span>}
      </div>
    </form>
  );
}

function ImportPreview({ imported: { format, columns, ignored, lines, points, problems, result } }: { readonly imported: Imported }) {
  const used = Object.entries(columns).map(([field, column]) => `${field} ← ${column}`);
  return (
    <>
      <AddedPreview added={result} isPartial={false} />
      <p class="tiny muted">
        {counted(lines, 'line')}, read as {format}. {used.length > 0 && `Columns: ${used.join(', ')}.`}{' '}
        {ignored.length > 0 && `Not used: ${ignored.join(', ')}.`} {points > 0 && `${counted(points, 'past check')}, which cost nothing.`}
      </p>
      {problems.length > 0 && (
        <ul class="tiny">
          {problems.slice(0, NAMED_MAX).map(({ line, message }) => (
            <li key={line}>
              Line {line}: {message}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
