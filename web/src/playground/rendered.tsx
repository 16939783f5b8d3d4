// The answer as a person would like to read it, by product.
import type { ComponentChildren } from 'preact';
import { day, number, percent } from '../format.ts';
import { Badge } from '../parts/badge.tsx';
import { Sparkline } from '../parts/sparkline.tsx';
import { Empty } from '../parts/state.tsx';
import { Table } from '../parts/table.tsx';
import type { Found } from './follow.ts';
import type { Product } from './products.ts';
import { ResultPage, type SerpItems } from './result-page.tsx';

export function Rendered({ product, found }: { readonly product: Product; readonly found: Found }) {
  const unfinished = product.create !== undefined && found.ready !== true && found.faulty !== true;
  if (unfinished) return <Empty title="Not ready yet">It is still in work. Its page under Objects shows how far it is.</Empty>;
  if (found.faulty === true || (typeof found.error === 'string' && found.error))
    return (
      <Empty title="It could not be answered">
        <p>
          {typeof found.error === 'string' ? found.error : 'No source gave an answer that can be believed.'} The credits were given back.
        </p>
      </Empty>
    );
  switch (product.type) {
    case 'serp':
      return <ResultPage keyword={String(found.keyword ?? '')} data={(found.data ?? {}) as SerpItems} />;
    case 'keyword':
      return <Volumes results={((found.data as { results?: Volume[] } | null)?.results ?? []) as Volume[]} />;
    case 'whois':
      return <Registration found={found} />;
    case 'technologies':
      return <Technologies found={found} />;
    default:
      return <AiAnswer response={(found.response ?? {}) as Record<string, unknown>} />;
  }
}

interface Volume {
  readonly keyword: string;
  readonly searchVolume: number | null;
  readonly competition: number | null;
  readonly costPerClick: number | null;
  readonly searchVolumeMobileRatio: number | null;
  readonly monthlySearchVolumes: readonly { readonly year: number; readonly month: number; readonly searchVolume: number | null }[] | null;
}

function Volumes({ results }: { readonly results: readonly Volume[] }) {
  if (results.length === 0) return <Empty title="The source knows none of these keywords" />;
  return (
    <Table
      caption="Keyword volumes"
      rows={results}
      keyOf={({ keyword }) => keyword}
      columns={[
        { name: 'Keyword', show: ({ keyword }) => <strong>{keyword}</strong> },
        { name: 'Per month', kind: 'figure', show: ({ searchVolume }) => number(searchVolume) },
        {
          name: 'Twelve months',
          show: ({ monthlySearchVolumes }) => (
            <Sparkline values={(monthlySearchVolumes ?? []).map(({ searchVolume }) => searchVolume ?? 0)} />
          ),
        },
        { name: 'Competition', kind: 'figure', show: ({ competition }) => (competition === null ? '–' : competition.toFixed(2)) },
        { name: 'Per click', kind: 'figure', show: ({ costPerClick }) => (costPerClick === null ? '–' : costPerClick.toFixed(2)) },
        {
          name: 'Mobile',
          kind: 'figure',
          show: ({ searchVolumeMobileRatio: ratio }) => (ratio === null ? '–' : percent(ratio)),
        },
      ]}
    />
  );
}

function AiAnswer({ response }: { readonly response: Record<string, unknown> }) {
  const texts = Object.entries(response).filter(([, value]) => typeof value === 'string' && value !== '') as [string, string][];
  const main = texts.find(([name]) => ['text', 'answer', 'content', 'markdown'].includes(name)) ?? texts[0];
  const rest = Object.entries(response).filter(([name, value]) => name !== main?.[0] && value !== null && value !== undefined);
  return (
    <div class="stacked">
      {main && <div class="prose">{main[1]}</div>}
      <Pairs pairs={rest.map(([name, value]) => [name, written(value)])} />
    </div>
  );
}

function written(value: unknown): ComponentChildren {
  if (Array.isArray(value))
    return (
      <ul class="bullets">
        {value.map((one, index) => (
          <li key={index}>{written(one)}</li>
        ))}
      </ul>
    );
  if (typeof value === 'object' && value !== null)
    return <Pairs pairs={Object.entries(value).map(([name, one]) => [name, written(one)] as const)} />;
  if (typeof value === 'string' && /^https?:\/\/\S+$/.test(value))
    return (
      <a href={value} rel="noreferrer noopener" target="_blank">
        {value}
      </a>
    );
  return String(value);
}

export function Pairs({ pairs }: { readonly pairs: readonly (readonly [string, ComponentChildren])[] }) {
  if (pairs.length === 0) return null;
  return (
    <dl class="pairs">
      {pairs.map(([name, value]) => (
        <div key={name} class="pair">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Registration({ found }: { readonly found: Found }) {
  const { registrar, nameServers, status, contacts, server } = found as Record<string, Record<string, unknown> | null>;
  const filled = (part: object | null | undefined): [string, ComponentChildren][] =>
    Object.entries(part ?? {})
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => [name, written(value)]);
  return (
    <div class="stacked">
      <h3 class="row">
        {String(found.domain)} <Badge word={found.registered ? 'registered' : 'free'} tone={found.registered ? 'good' : 'note'} />
      </h3>
      <Pairs
        pairs={[
          ['Registered', day(found.createdAt as string | null)],
          ['Changed', day(found.updatedAt as string | null)],
          ['Ends', day(found.expiredAt as string | null)],
          ['Name servers', ((nameServers ?? []) as unknown as string[]).join(', ') || '–'],
          ['Status', ((status ?? []) as unknown as string[]).join(', ') || '–'],
          ...filled(registrar).map(([name, value]) => [`Registrar’s ${name}`, value] as const),
        ]}
      />
      {Object.entries(contacts ?? {})
        .filter(([, contact]) => contact !== null)
        .map(([role, contact]) => (
          <details key={role}>
            <summary>{role}</summary>
            <Pairs pairs={filled(contact as object)} />
          </details>
        ))}
      {filled(server).length > 0 && (
        <details>
          <summary>server</summary>
          <Pairs pairs={filled(server)} />
        </details>
      )}
    </div>
  );
}

function Technologies({ found }: { readonly found: Found }) {
  const list = (found.technologies ?? []) as { name: string; version: string | null; category: string | null; confidence: number }[];
  if (list.length === 0) return <Empty title="Nothing was recognised on this site" />;
  const categories = [...new Set(list.map(({ category }) => category ?? 'Other'))];
  return (
    <Pairs
      pairs={categories.map((category) => [
        category,
        <span key={category} class="row">
          {list
            .filter((one) => (one.category ?? 'Other') === category)
            .map(({ name, version }) => (
              <Badge key={name} word={version ? `${name} ${version}` : name} tone="note" />
            ))}
        </span>,
      ])}
    />
  );
}
