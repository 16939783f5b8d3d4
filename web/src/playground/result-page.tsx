// A SERP drawn as a result page, with its blocks in the order of the engine.
import type { ComponentChildren } from 'preact';
import { number } from '../format.ts';
import { featureLabelOf, labelOf } from '../labels.ts';
import { Badge } from '../parts/badge.tsx';
import { Empty } from '../parts/status.tsx';

/** An item of any list. Fields differ by list. */
interface Item {
  readonly position: number;
  readonly rank: number | null;
  readonly title?: string | null;
  readonly url?: string | null;
  readonly displayUrl?: string | null;
  readonly domain?: string | null;
  readonly type?: string;
  readonly snippet?: string | null;
  readonly description?: string | null;
  readonly text?: string | null;
  readonly question?: string;
  readonly answer?: string | null;
  readonly subtitle?: string | null;
  readonly address?: string | null;
  readonly phone?: string | null;
  readonly date?: string | null;
  readonly source?: string | null;
  readonly list?: readonly string[];
  readonly rating?: { readonly value: number | null; readonly votes?: number | null } | null;
  readonly sitelinks?: readonly { readonly title: string; readonly url: string }[];
  readonly attributes?: readonly { readonly name: string; readonly value: string }[];
  readonly references?: readonly { readonly title: string | null; readonly url: string; readonly domain: string }[];
}
export type SerpItems = Readonly<Record<string, readonly Item[] | number | null | undefined>>;

const LISTS = ['advertisers', 'answers', 'organic', 'videos', 'images', 'maps', 'news', 'paa', 'twitter', 'playlist', 'channel'] as const;
const listOf = (data: SerpItems, name: string): readonly Item[] => (Array.isArray(data[name]) ? (data[name] as readonly Item[]) : []);

interface Block {
  readonly name: string;
  readonly rank: number;
  readonly items: readonly Item[];
}

/** Groups adjacent items of one list into a block. Items without a rank follow the order of `LISTS`. */
function blocksOf(data: SerpItems): Block[] {
  const all = LISTS.flatMap((name, order) =>
    listOf(data, name).map((item) => ({ name, item, rank: item.rank ?? 1000 * (order + 1) + item.position })),
  );
  const blocks: Block[] = [];
  for (const { name, item, rank } of all.sort((a, b) => a.rank - b.rank)) {
    const last = blocks.at(-1);
    if (last?.name === name) blocks[blocks.length - 1] = { ...last, items: [...last.items, item] };
    else blocks.push({ name, rank, items: [item] });
  }
  return blocks;
}

export function ResultPage({ keyword, data }: { readonly keyword: string; readonly data: SerpItems }) {
  const blocks = blocksOf(data);
  const knowledge = listOf(data, 'knowledgegraph');
  const total = typeof data.totalResults === 'number' ? data.totalResults : null;
  return (
    <article class="serp" aria-label={`Results for ${keyword}`}>
      <p class="query">{keyword}</p>
      {total !== null && <p class="tiny muted">About {number(total)} results</p>}
      {blocks.length === 0 && knowledge.length === 0 && (
        <Empty title="No results">
          <p>The engine has no results for this query. Try another keyword or region.</p>
        </Empty>
      )}
      <div class={knowledge.length > 0 ? 'beside' : ''}>
        <div class="blocks">
          {blocks.map(({ name, rank, items }) => (
            <BlockItems key={`${name}-${rank}`} name={name} items={items} />
          ))}
        </div>
        {knowledge.map((item) => (
          <Knowledge key={item.position} item={item} />
        ))}
      </div>
    </article>
  );
}

function BlockItems({ name, items }: { readonly name: string; readonly items: readonly Item[] }) {
  if (name === 'organic' || name === 'advertisers')
    return (
      <>
        {items.map((item) => (
          <ListResult key={item.position} item={item} ad={name === 'advertisers'} />
        ))}
      </>
    );
  if (name === 'paa') return <Questions items={items} />;
  if (name === 'answers')
    return (
      <>
        {items.map((item) => (
          <AnswerBox key={item.position} item={item} />
        ))}
      </>
    );
  return (
    <section class="tiles" aria-label={labelOf(name)}>
      <h3>{labelOf(name)}</h3>
      <ul>
        {items.map((item) => (
          <li key={item.position}>
            <ResultLink url={item.url}>{item.title ?? item.text ?? item.domain ?? '–'}</ResultLink>
            <p class="tiny muted">{[item.address, item.source ?? item.domain, item.date, stars(item)].filter(Boolean).join(' · ')}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const stars = ({ rating }: Item): string => (rating?.value ? `★ ${rating.value}${rating.votes ? ` (${number(rating.votes)})` : ''}` : '');

/** Links to a result. Only http and https URLs become links. */
function ResultLink({ url, children }: { readonly url: string | null | undefined; readonly children: ComponentChildren }) {
  if (!url || !/^https?:\/\//.test(url)) return <span>{children}</span>;
  return (
    <a href={url} rel="noreferrer noopener" target="_blank">
      {children}
    </a>
  );
}

function ListResult({ item, ad }: { readonly item: Item; readonly ad: boolean }) {
  return (
    <section class="hit">
      <p class="result-url tiny">
        {ad ? <Badge value="Ad" tone="wait" /> : <span class="position">{item.position}</span>}
        <span>{item.displayUrl ?? item.url}</span>
      </p>
      <h3>
        <ResultLink url={item.url}>{item.title}</ResultLink>
      </h3>
      <p>{item.snippet ?? item.description}</p>
      {(item.date || stars(item)) && <p class="tiny muted">{[item.date, stars(item)].filter(Boolean).join(' · ')}</p>}
      {(item.sitelinks?.length ?? 0) > 0 && (
        <p class="row tiny">
          {item.sitelinks!.map((link) => (
            <ResultLink key={link.url} url={link.url}>
              {link.title}
            </ResultLink>
          ))}
        </p>
      )}
    </section>
  );
}

function AnswerBox({ item }: { readonly item: Item }) {
  return (
    <section class="answer-box">
      <p class="tiny muted">{featureLabelOf(item.type ?? 'answer')}</p>
      {item.title && <h3>{item.title}</h3>}
      {item.text && <p class="prose">{item.text}</p>}
      {(item.list?.length ?? 0) > 0 && (
        <ul class="bullets">
          {item.list!.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {item.url && <ResultLink url={item.url}>{item.displayUrl ?? item.domain ?? item.url}</ResultLink>}
      {(item.references?.length ?? 0) > 0 && (
        <p class="row tiny">
          {item.references!.map((one) => (
            <ResultLink key={one.url} url={one.url}>
              {one.title ?? one.domain}
            </ResultLink>
          ))}
        </p>
      )}
    </section>
  );
}

function Questions({ items }: { readonly items: readonly Item[] }) {
  return (
    <section class="tiles" aria-label="People also ask">
      <h3>People also ask</h3>
      {items.map(({ position, question, answer, url, domain }) => (
        <details key={position}>
          <summary>{question}</summary>
          {answer && <p>{answer}</p>}
          {url && <ResultLink url={url}>{domain ?? url}</ResultLink>}
        </details>
      ))}
    </section>
  );
}

function Knowledge({ item }: { readonly item: Item }) {
  return (
    <aside class="knowledge" aria-label={item.title ?? 'Knowledge panel'}>
      <h3>{item.title}</h3>
      {item.subtitle && <p class="tiny muted">{item.subtitle}</p>}
      {item.description && <p>{item.description}</p>}
      <dl class="pairs tiny">
        {(item.attributes ?? []).map(({ name, value }) => (
          <div key={name} class="pair">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}
