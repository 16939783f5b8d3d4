// Rules of a project: what raises an alert.
import { useState } from 'preact/hooks';
import { useAction } from '../admin/use-action.ts';
import { call } from '../api.ts';
import { Card } from '../parts/page.tsx';
import { Empty, ProblemNotice, WhenLoaded } from '../parts/status.tsx';
import { useApi } from '../use-api.ts';
import { ruleText } from './labels.ts';
import { RuleForm } from './rule-form.tsx';
import type { NewRule, Rule } from './types.ts';

/** That of the service. */
const TOP_DEFAULT = 10;

export function Rules({ projectId }: { readonly projectId: string }) {
  const path = `/projects/${projectId}/rules`;
  const loaded = useApi<{ items: readonly Rule[] }>(path);
  /** The id of the rule in the form, or `new`. */
  const [edited, setEdited] = useState<string | null>(null);
  const { busy, problem, run } = useAction<void>();
  const act = (work: () => Promise<unknown>) =>
    run(async () => {
      await work();
      setEdited(null);
      loaded.reload();
    });
  const save = (id: string | null) => (rule: NewRule) =>
    act(() => (id === null ? call(path, { method: 'POST', body: rule }) : call(`${path}/${id}`, { method: 'PUT', body: rule })));
  return (
    <Card
      title="Rules"
      actions={
        edited !== 'new' && (
          <button type="button" class="button small" onClick={() => setEdited('new')}>
            Create rule
          </button>
        )
      }
    >
      {problem && <ProblemNotice problem={problem} />}
      {edited === 'new' && <RuleForm rule={null} busy={busy} onSave={save(null)} onCancel={() => setEdited(null)} />}
      <WhenLoaded from={loaded}>
        {({ items }) =>
          items.length === 0 && edited === null ? (
            <Empty title="No rules">
              <p>Without a rule, only stopped projects and failing runs raise alerts. Start with “Position dropped”.</p>
            </Empty>
          ) : (
            <ul class="rule-list">
              {items.map((rule) =>
                edited === rule.id ? (
                  <li key={rule.id}>
                    <RuleForm rule={rule} busy={busy} onSave={save(rule.id)} onCancel={() => setEdited(null)} />
                  </li>
                ) : (
                  <li key={rule.id}>
                    <div class="row">
                      <strong>{rule.name}</strong>
                      {!rule.enabled && <span class="badge wait">Off</span>}
                      <button type="button" class="button small plain" aria-label={`Edit ${rule.name}`} onClick={() => setEdited(rule.id)}>
                        Edit
                      </button>
                      <button
                        type="button"
                        class="button small plain"
                        disabled={busy}
                        aria-label={`Remove ${rule.name}`}
                        onClick={() => act(() => call(`${path}/${rule.id}`, { method: 'DELETE' }))}
                      >
                        Remove
                      </button>
                    </div>
                    <p class="tiny muted">
                      {rule.settings.kinds.map((kind) => ruleText(kind, rule.settings.top ?? TOP_DEFAULT)).join(', ')}
                    </p>
                  </li>
                ),
              )}
            </ul>
          )
        }
      </WhenLoaded>
    </Card>
  );
}
