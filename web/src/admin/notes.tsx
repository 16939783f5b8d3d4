// Notes of operators about an account.
import { useState } from 'preact/hooks';
import { call } from '../api.ts';
import { Field } from '../parts/field.tsx';
import { Card } from '../parts/page.tsx';
import { ProblemNotice } from '../parts/status.tsx';
import { useAction } from './use-action.ts';

const LENGTH_MAX = 4000;

export function NotesForm({ path, notes = '' }: { readonly path: string; readonly notes?: string | undefined }) {
  const [text, setText] = useState(notes);
  const { busy, result, problem, run } = useAction<string>();
  const save = (event: Event) => {
    event.preventDefault();
    void run(async () => {
      await call(path, { method: 'PATCH', as: 'token', body: { notes: text.trim() } });
      return 'Notes saved.';
    });
  };
  return (
    <Card title="Notes">
      <form class="stacked" onSubmit={save}>
        <Field label="Notes" help="Only operators see them." wide>
          {(control) => (
            <textarea {...control} rows={4} maxLength={LENGTH_MAX} value={text} onInput={(event) => setText(event.currentTarget.value)} />
          )}
        </Field>
        {problem && <ProblemNotice problem={problem} />}
        <div class="row">
          <button type="submit" class="button" disabled={busy}>
            Save notes
          </button>
          {result && <span role="status">{result}</span>}
        </div>
      </form>
    </Card>
  );
}
