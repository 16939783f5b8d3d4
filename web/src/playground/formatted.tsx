// A result formatted for reading, by product.
import type { ComponentChildren } from 'preact';
import { day, number, percent } from '../format.ts';
import { fieldLabelOf } from '../labels.ts';
import { Badge } from '../parts/badge.tsx';
import { Pairs } from '../parts/pairs.tsx';
import { Sparkline } from '../parts/sparkline.tsx';
import { Empty } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import type { Product } from './products.ts';
import { ResultPage, type SerpItems } from './result-page.tsx';
import type { ApiObject } from './use-progress.ts';

export function Formatted({ product, object }: { readonly product: Product; readonly object: ApiObject }) {
  const unfinished = product.create !== undefined && object.ready !== true && object.faulty !== true;
  if (unfinished) return <Empty title="No result yet">The request is still in progress. Open it to see what it does.</Empty>;
  if (object.faulty === true || (typeof object.error === 'string' && object.error))
    return (
      <Empty title="Request failed">
        <p>{typeof object.error === 'string' ? object.error : 'No source returned a usable result.'} The credits were refunded.</p>
      </Empty>
    );
  switch (product.type) {
    case 'serp':
      return <ResultPage keyword={String(object.keyword ?? '')} data={(object.data ?? {}) as SerpItems} />;
    case 'keyword':
      return <Volumes results={((object.data as { results?: Volume[] } | null)?.results ?? []) as Volume[]} />;
    case 'whois':
      return <Whois object={object} />;
    case 'technologies':
      return <Technologies object={object} />;
    default:
      return <AiAnswer response={(object.response ?? {}) as Record<string, unknown>} />;
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
  if (results.length === 0)
    return (
      <Empty title="No data for these keywords">
        <p>The source has no search volume for them. Check the spelling, or choose another region or source.</p>
      </Empty>
    );
  return (
    <Table
      caption="Keyword volumes"
      rows={results}
      keyOf={({ keyword }) => keyword}
      columns={[
        { name: 'Keyword', show: ({ keyword }) => <strong>{keyword}</strong> },
        { name: 'Searches per month', kind: 'figure', show: ({ searchVolume }) => number(searchVolume) },
        {
          name: 'Last 12 months',
          show: ({ monthlySearchVolumes }) => (
            <Sparkline values={(monthlySearchVolumes ?? []).map(({ searchVolume }) => searchVolume ?? 0)} />
          ),
        },
        { name: 'Competition', kind: 'figure', show: ({ competition }) => (competition === null ? '–' : competition.toFixed(2)) },
        { name: 'Cost per click', kind: 'figure', show: ({ costPerClick }) => (costPerClick === null ? '–' : costPerClick.toFixed(2)) },
        {
          name: 'Mobile share',
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
      <Pairs pairs={rest.map(([name, value]) => [fieldLabelOf(name), valueText(value)])} />
    </div>
  );
}

function valueText(value: unknown): ComponentChildren {
  if (Array.isArray(value))
    return (
      <ul class="bullets">
        {value.map((one, index) => (
          <li key={index}>{valueText(one)}</li>
        ))}
      </ul>
    );
  if (typeof value === 'object' && value !== null)
    return <Pairs pairs={Object.entries(value).map(([name, one]) => [fieldLabelOf(name), valueText(one)] as const)} />;
  if (typeof value === 'string' && /^https?:\/\/\S+$/.test(value))
    return (
      <a href={value} rel="noreferrer noopener" target="_blank">
        {value}
      </a>
    );
  return String(value);
}

function Whois({ object }: { readonly object: ApiObject }) {
  const { registrar, nameServers, status, contacts, server } = object as Record<string, Record<string, unknown> | null>;
  const filled = (part: object | null | undefined): [string, ComponentChildren][] =>
    Object.entries(part ?? {})
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => [fieldLabelOf(name), valueText(value)]);
  return (
    <div class="stacked">
      <h3 class="row">
        {String(object.domain)} <Badge value={object.registered ? 'Registered' : 'Available'} tone={object.registered ? 'good' : 'note'} />
      </h3>
      <Pairs
        pairs={[
          ['Registered', day(object.createdAt as string | null)],
          ['Updated', day(object.updatedAt as string | null)],
          ['Expires', day(object.expiredAt as string | null)],
          ['Name servers', ((nameServers ?? []) as unknown as string[]).join(', ') || '–'],
          ['Status', ((status ?? []) as unknown as string[]).join(', ') || '–'],
          ...filled(registrar).map(([name, value]) => [`Registrar ${name === 'url' ? 'URL' : name}`, value] as const),
        ]}
      />
      {Object.entries(contacts ?? {})
        .filter(([, contact]) => contact !== null)
        .map(([role, contact]) => (
          <details key={role}>
            <summary>{fieldLabelOf(role)}</summary>
            <Pairs pairs={filled(contact as object)} />
          </details>
        ))}
      {filled(server).length > 0 && (
        <details>
          <summary>Server</summary>
          <Pairs pairs={filled(server)} />
        </details>
      )}
    </div>
  );
}

function Technologies({ object }: { readonly object: ApiObject }) {
  const list = (object.technologies ?? []) as { name: string; version: string | null; category: string | null; confidence: number }[];
  if (list.length === 0)
    return (
      <Empty title="No technologies detected">
        <p>The site uses none of the technologies that the service can detect.</p>
      </Empty>
    );
  const categories = [...new Set(list.map(({ category }) => category ?? 'Other'))];
  return (
    <Pairs
      pairs={categories.map((category) => [
        category,
        <span key={category} class="row">
          {list
            .filter((one) => (one.category ?? 'Other') === category)
            .map(({ name, version }) => (
              <Badge key={name} value={version ? `${name} ${version}` : name} tone="note" />
            ))}
        </span>,
      ])}
    />
  );
}
