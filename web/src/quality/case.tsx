// One case: the figures that opened it, and its kept pages.
import type { CaseDetail } from '../../../src/contract/cases.ts';
import { useAction } from '../admin/use-action.ts';
import { call } from '../api.ts';
import { number, percent } from '../format.ts';
import { labelOf } from '../labels.ts';
import { Badge } from '../parts/badge.tsx';
import { Code } from '../parts/code.tsx';
import { Card, Page, Stats } from '../parts/page.tsx';
import { Empty, ProblemNotice, WhenLoaded } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import type { Route } from '../route.ts';
import { useApi } from '../use-api.ts';
import '../style/quality.css';
import { Sample } from './case-sample.tsx';
import { CASE_TONES } from './cases.tsx';

export function CaseView({ route }: { readonly route: Route }) {
  const path = route.id === undefined ? null : `/admin/cases/${encodeURIComponent(route.id)}`;
  const loaded = useApi<CaseDetail>(path, 'token');
  return (
    <Page
      title="Case"
      about={route.id && <code>{route.id}</code>}
      actions={
        <a class="button small" href="#/quality">
          All cases
        </a>
      }
    >
      {path === null ? (
        <Card>
          <Empty title="No case chosen">
            <p>Choose one in the list of all cases.</p>
          </Empty>
        </Card>
      ) : (
        <WhenLoaded from={loaded}>
          {(found) => (
            <>
              <Summary found={found} path={`/admin/cases/${found.id}`} onChanged={loaded.reload} />
              {found.samples.length === 0 && (
                <Card>
                  <Empty title="No kept pages">
                    <p>Pages are deleted with their requests. CASE_PAGES sets how many are kept.</p>
                  </Empty>
                </Card>
              )}
              {found.samples.map((sample) => (
                <Sample key={sample.n} sample={sample} />
              ))}
              <Card title="Correct the parser">
                <p>Export the pages with the parser’s output, correct the output, and check it. A corrected page is a regression test.</p>
                <Code label="Commands" text={`sextant cases export ${found.id} --out cases\nsextant cases check cases`} />
              </Card>
            </>
          )}
        </WhenLoaded>
      )}
    </Page>
  );
}

function Summary(props: { readonly found: CaseDetail; readonly path: string; readonly onChanged: () => void }) {
  const { found, path, onChanged } = props;
  const { engine, device, state, summary, figures, openedAt, closedAt, changedBy } = found;
  const change = useAction<null>();
  const act = (action: 'dismiss' | 'reopen') =>
    void change.run(async () => {
      await call(`${path}/${action}`, { method: 'POST', as: 'token' });
      onChanged();
      return null;
    });
  const action = state === 'open' ? 'dismiss' : 'reopen';
  const ask = () =>
    (action === 'reopen' || confirm('Dismiss this case? The layout is understood as it is. The kept pages are deleted.')) && act(action);
  return (
    <Card
      title={`${labelOf(engine)}, ${device === 'mobile' ? 'phones' : 'desktops'}`}
      actions={
        <button type="button" class="button small" disabled={change.busy} onClick={ask}>
          {action === 'dismiss' ? 'Dismiss case' : 'Reopen case'}
        </button>
      }
    >
      {change.problem && <ProblemNotice problem={change.problem} />}
      <p>
        <Badge value={state} tone={CASE_TONES[state]} /> {summary}
      </p>
      <p class="tiny muted">
        Opened <Time at={openedAt} />
        {closedAt && (
          <>
            , closed <Time at={closedAt} />
          </>
        )}
        {changedBy && ` by ${changedBy}`}
      </p>
      <Stats
        items={[
          { name: 'Judged pages', value: number(figures.pages) },
          { name: 'Share of pages', value: percent(figures.share) },
          { name: 'Found here', value: figures.yield === null ? '–' : percent(figures.yield) },
          { name: 'Found in other layouts', value: figures.neighboursYield === null ? '–' : percent(figures.neighboursYield) },
        ]}
      />
      {figures.arrays.length > 0 && <p>Never filled, although all other layouts fill it: {figures.arrays.map(labelOf).join(', ')}.</p>}
    </Card>
  );
}
