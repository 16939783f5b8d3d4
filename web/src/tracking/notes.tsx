// Notes of a project. All charts of its keywords show them.
import { useState } from 'preact/hooks';
import { useAction } from '../admin/use-action.ts';
import { call } from '../api.ts';
import { TextField } from '../parts/field.tsx';
import { Card } from '../parts/page.tsx';
import { Empty, ProblemNotice, WhenLoaded } from '../parts/status.tsx';
import { useApi } from '../use-api.ts';
import type { Note } from './types.ts';

export function Notes({ projectId }: { readonly projectId: string }) {
  const path = `/projects/${projectId}/notes`;
  const loaded = useApi<{ items: readonly Note[] }>(path);
  const [day, setDay] = useState(new Date().toISOString().slice(0, 10));
  const [text, setText] = useState('');
  const { busy, problem, run } = useAction<void>();
  const add = (event: Event) => {
    event.preventDefault();
    void run(async () => {
      await call(path, { method: 'POST', body: { day, text: text.trim() } });
      setText('');
      loaded.reload();
    });
  };
  const remove = (id: string) =>
    run(async () => {
      await call(`${path}/${id}`, { method: 'DELETE' });
      loaded.reload();
    });
  return (
    <Card title="Notes">
      <WhenLoaded from={loaded}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No notes">
              <p>Write down a relaunch or a campaign. Charts show it on its day, so that you see what followed.</p>
            </Empty>
          ) : (
            <ul class="note-list">
              {items.map((note) => (
                <li key={note.id} class="row">
                  <span class="muted">{note.day}</span> <span>{note.text}</span>
                  <button
                    type="button"
                    class="button small plain"
                    disabled={busy}
                    aria-label={`Remove note: ${note.text}`}
                    onClick={() => remove(note.id)}
                  >
                    Remove
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </WhenLoaded>
      <form class="fields narrow" onSubmit={add} aria-label="New note">
        <TextField label="Day" type="date" value={day} onText={setDay} required />
        <TextField label="Note" value={text} onText={setText} required />
        <div class="row">
          <button type="submit" class="button small" disabled={busy || text.trim() === ''}>
            Add note
          </button>
        </div>
      </form>
      {problem && <ProblemNotice problem={problem} />}
    </Card>
  );
}
