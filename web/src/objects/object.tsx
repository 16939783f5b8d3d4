// One object: its life on a line, its money, who was asked, who was told, and what came of it.
import { useEffect, useState } from 'preact/hooks';
import { useAnswer } from '../answer.ts';
import type { Life } from '../answers.ts';
import { asProblem, call, type Problem } from '../api.ts';
import { credits, moment, ms } from '../format.ts';
import { Badge } from '../parts/badge.tsx';
import { Json } from '../parts/code.tsx';
import { Card, Page } from '../parts/page.tsx';
import { Empty, ProblemNotice, Shown } from '../parts/state.tsx';
import { Table } from '../parts/table.tsx';
import type { Found } from '../playground/follow.ts';
import { productOfKind } from '../playground/products.ts';
import { Pairs } from '../playground/rendered.tsx';
import { Result } from '../playground/result.tsx';
import { shareLink } from '../playground/share.ts';
import { useSession } from '../session.ts';
import { accessOf } from './access.ts';
import { Timeline } from './timeline.tsx';

/** How often a life is looked at: often while it is in work, now and then while its callback is tried again. */
const [LIVE_SECONDS, CALLBACK_SECONDS] = [2, 15];

export function ObjectPage({ id }: { readonly id: string }) {
  const session = useSession();
  const asked = new URLSearchParams(location.hash.split('?')[1] ?? '').get('account') !== null;
  const { as, root } = accessOf(session, asked);
  const [seconds, setSeconds] = useState(LIVE_SECONDS);
  const answer = useAnswer<Life>(`${root}/${encodeURIComponent(id)}/life`, as, seconds);
  const { data, problem } = answer;
  useEffect(() => {
    const waits = data === null || data.state === 'waiting';
    setSeconds(problem ? 0 : waits ? LIVE_SECONDS : data.callback === 'pending' ? CALLBACK_SECONDS : 0);
  }, [data, problem]);
  return (
    <Page
      title="Object"
      about={<code>{id}</code>}
      actions={
        <a class="button small" href="#/objects">
          All objects
        </a>
      }
    >
      <Shown answer={answer}>
        {(life) => (
          <>
            <div class="columns">
              <Summary life={life} />
              <Card title="Life">
                <Timeline life={life} live />
              </Card>
              <Money life={life} />
              <Sources life={life} />
              <Told life={life} as={as} root={root} onSent={answer.reload} />
            </div>
            {as === 'key' && life.state !== 'waiting' && <What life={life} />}
          </>
        )}
      </Shown>
    </Page>
  );
}

const sent = (life: Life) => Object.fromEntries(Object.entries(life.request).filter(([, value]) => value !== null));

function Summary({ life }: { readonly life: Life }) {
  const product = productOfKind(String(life.request.type ?? life.kind) === 'seo-analysis' ? 'ai-analysis' : life.kind);
  const { region, keyword, prompt, url, keywords } = life.request as Record<string, unknown>;
  const asked = keyword ?? prompt ?? (Array.isArray(keywords) && keywords.length > 0 ? keywords.join(', ') : url);
  const name = typeof region === 'object' && region !== null ? (region as { canonicalName?: string }).canonicalName : undefined;
  const again = { ...product.example, ...pick(sent(life)), ...(name ? { region: name } : {}) };
  return (
    <Card
      title="Summary"
      actions={
        <a class="button small" href={shareLink(product, again)}>
          Compose again
        </a>
      }
    >
      <Pairs
        pairs={[
          ['Asked for', <strong key="asked">{String(asked ?? '–')}</strong>],
          ['State', <Badge key="state" word={life.state} />],
          ...(life.verdict ? [['Verdict', <Badge key="verdict" word={life.verdict} />] as const] : []),
          ...(life.error ? [['Error', life.error] as const] : []),
          ['Kind', `${life.kind}, ${life.mode} mode`],
          ...(name ? [['Region', name] as const] : []),
          ['Made', moment(life.createdAt)],
          ['Kept until', moment(life.expiresAt)],
          ...(life.account ? [['Account', life.account] as const] : []),
        ]}
      />
      <details>
        <summary>The request with all defaults</summary>
        <Json value={life.request} label="Request" />
      </details>
    </Card>
  );
}

/** What somebody would send again: the words that say what is wanted. */
function pick(request: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const names = ['keyword', 'searchEngine', 'maxResults', 'isMobile', 'keywords', 'source', 'suggestions', 'prompt', 'url', 'aiService'];
  return Object.fromEntries(names.filter((name) => request[name] !== undefined).map((name) => [name, request[name]]));
}

function Money({ life: { ledger } }: { readonly life: Life }) {
  return (
    <Card title="Ledger">
      {ledger.length === 0 ? (
        <Empty title="It cost nothing" />
      ) : (
        <Table
          caption="Ledger rows of this object"
          rows={ledger}
          keyOf={({ kind, lot = '' }) => `${kind}${lot}`}
          columns={[
            { name: 'Kind', show: ({ kind }) => kind },
            { name: 'Credits', kind: 'figure', show: ({ amount }) => (amount > 0 ? `+${amount}` : amount) },
            { name: 'Lot', show: ({ lot }) => <code title={lot}>{lot ? `…${lot.slice(-6)}` : ''}</code> },
            { name: 'When', kind: 'nowrap', show: ({ at }) => moment(at) },
          ]}
        />
      )}
    </Card>
  );
}

function Sources({ life: { attempts } }: { readonly life: Life }) {
  return (
    <Card title="Attempts">
      {attempts.length === 0 ? (
        <Empty title="No source was asked yet" />
      ) : (
        <Table
          caption="Sources that were asked"
          rows={attempts}
          keyOf={(attempt) => attempts.indexOf(attempt)}
          columns={[
            { name: 'Source', show: ({ source }) => source },
            { name: 'Outcome', show: ({ outcome }) => <Badge word={outcome} /> },
            { name: 'Took', kind: 'figure', show: (attempt) => ms(attempt.ms) },
          ]}
        />
      )}
    </Card>
  );
}

function Told(props: { readonly life: Life; readonly as: 'key' | 'token'; readonly root: string; readonly onSent: () => void }) {
  const { life, as, root, onSent } = props;
  const [problem, setProblem] = useState<Problem | null>(null);
  const [done, setDone] = useState(false);
  const path = as === 'key' ? `${root}/${life.id}/resend` : `/admin/deliveries/${life.id}/resend`;
  const resend = async () => {
    setProblem(null);
    try {
      await call(path, { method: 'POST', as });
      setDone(true);
      onSent();
    } catch (error) {
      setProblem(asProblem(error));
    }
  };
  if (!life.request.callback)
    return (
      <Card title="Callback">
        <Empty title="No callback was asked for">
          <p>Requests with a callback address are told when they are finished.</p>
        </Empty>
      </Card>
    );
  return (
    <Card
      title="Callback"
      actions={
        <button type="button" class="button small" disabled={life.state === 'waiting'} onClick={resend}>
          Send once more
        </button>
      }
    >
      <p class="break">
        {life.callback && <Badge word={life.callback} />} <code>{String(life.request.callback)}</code>
      </p>
      {problem && <ProblemNotice problem={problem} />}
      {done && !problem && (
        <p class="notice tiny" role="status">
          It is on its way again.
        </p>
      )}
      {life.deliveries.length > 0 && (
        <Table
          caption="Deliveries"
          rows={life.deliveries}
          keyOf={({ attempt, at }) => `${attempt}${at}`}
          columns={[
            { name: 'Try', kind: 'figure', show: ({ attempt }) => attempt },
            {
              name: 'Outcome',
              show: ({ ok, status, reason }) => (
                <Badge word={ok ? `ok ${status}` : (reason ?? String(status))} tone={ok ? 'good' : 'bad'} />
              ),
            },
            { name: 'Took', kind: 'figure', show: (delivery) => ms(delivery.ms) },
            { name: 'When', kind: 'nowrap', show: ({ at }) => moment(at) },
          ]}
        />
      )}
    </Card>
  );
}

function What({ life }: { readonly life: Life }) {
  const product = productOfKind(life.kind);
  const answer = useAnswer<Found>(product.objectPath ? product.objectPath(life.id) : null);
  const cost = life.ledger.reduce((sum, { amount }) => sum - amount, 0);
  return (
    <Card title="Answer" actions={<span class="tiny muted">{credits(cost)} in the end</span>}>
      <Shown answer={answer}>{(found) => <Result product={product} found={found} />}</Shown>
    </Card>
  );
}
