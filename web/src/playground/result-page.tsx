// A SERP drawn as a result page: every block in the order in which the engine showed it.
import type { ComponentChildren } from 'preact';
import { number } from '../format.ts';
import { Badge } from '../parts/badge.tsx';
import { Empty } from '../parts/state.tsx';

/** An item of any list; every field is there or not. */
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

/** Neighbours of one list become one block; without ranks the usual order of lists stands in. */
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
      <p class="asked">{keyword}</p>
      {total !== null && <p class="tiny muted">about {number(total)} matches</p>}
      {blocks.length === 0 && knowledge.length === 0 && <Empty title="The engine said that there are no results" />}
      <div class={knowledge.length > 0 ? 'beside' : ''}>
        <div class="blocks">
          {blocks.map(({ name, rank, items }) => (
            <Drawn key={`${name}-${rank}`} name={name} items={items} />
          ))}
        </div>
        {knowledge.map((item) => (
          <Knowledge key={item.position} item={item} />
        ))}
      </div>
    </article>
  );
}

const CARDS: Readonly<Record<string, string>> = {
  videos: 'Videos',
  images: 'Images',
  maps: 'Places',
  news: 'News',
  twitter: 'Posts',
  playlist: 'Playlists',
  channel: 'Channels',
};

function Drawn({ name, items }: { readonly name: string; readonly items: readonly Item[] }) {
  if (name === 'organic' || name === 'advertisers')
    return (
      <>
        {items.map((item) => (
          <Hit key={item.position} item={item} ad={name === 'advertisers'} />
        ))}
      </>
    );
  if (name === 'paa') return <Questions items={items} />;
  if (name === 'answers')
    return (
      <>
        {items.map((item) => (
          <Answered key={item.position} item={item} />
        ))}
      </>
    );
  return (
    <section class="tiles" aria-label={CARDS[name] ?? name}>
      <h3>{CARDS[name] ?? name}</h3>
      <ul>
        {items.map((item) => (
          <li key={item.position}>
            <Out url={item.url}>{item.title ?? item.text ?? item.domain ?? '–'}</Out>
            <p class="tiny muted">{[item.address, item.source ?? item.domain, item.date, stars(item)].filter(Boolean).join(' · ')}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const stars = ({ rating }: Item): string => (rating?.value ? `★ ${rating.value}${rating.votes ? ` (${number(rating.votes)})` : ''}` : '');

/** Addresses of the world are shown as they are; only those that a browser may follow become links. */
function Out({ url, children }: { readonly url: string | null | undefined; readonly children: ComponentChildren }) {
  if (!url || !/^https?:\/\//.test(url)) return <span>{children}</span>;
  return (
    <a href={url} rel="noreferrer noopener" target="_blank">
      {children}
    </a>
  );
}

function Hit({ item, ad }: { readonly item: Item; readonly ad: boolean }) {
  return (
    <section class="hit">
      <p class="address tiny">
        {ad ? <Badge word="Ad" tone="wait" /> : <span class="place">{item.position}</span>}
        <span>{item.displayUrl ?? item.url}</span>
      </p>
      <h3>
        <Out url={item.url}>{item.title}</Out>
      </h3>
      <p>{item.snippet ?? item.description}</p>
      {(item.date || stars(item)) && <p class="tiny muted">{[item.date, stars(item)].filter(Boolean).join(' · ')}</p>}
      {(item.sitelinks?.length ?? 0) > 0 && (
        <p class="row tiny">
          {item.sitelinks!.map((link) => (
            <Out key={link.url} url={link.url}>
              {link.title}
            </Out>
          ))}
        </p>
      )}
    </section>
  );
}

function Answered({ item }: { readonly item: Item }) {
  return (
    <section class="answered">
      <p class="tiny muted">{(item.type ?? 'answer').replaceAll('_', ' ')}</p>
      {item.title && <h3>{item.title}</h3>}
      {item.text && <p class="prose">{item.text}</p>}
      {(item.list?.length ?? 0) > 0 && (
        <ul class="bullets">
          {item.list!.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {item.url && <Out url={item.url}>{item.displayUrl ?? item.domain ?? item.url}</Out>}
      {(item.references?.length ?? 0) > 0 && (
        <p class="row tiny">
          {item.references!.map((one) => (
            <Out key={one.url} url={one.url}>
              {one.title ?? one.domain}
            </Out>
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
          {url && <Out url={url}>{domain ?? url}</Out>}
        </details>
      ))}
    </section>
  );
}

function Knowledge({ item }: { readonly item: Item }) {
  return (
    <aside class="knowledge" aria-label={item.title ?? 'Knowledge'}>
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
