// News and posts, as cards.
import { Badge } from '../../parts/badge.tsx';
import { shortHost } from '../links.ts';
import { Picture } from '../pictures.tsx';
import type { Entry } from './layout.ts';
import { CardTitle, Facts, Published, ResultLink } from './parts.tsx';

export function News({ entries }: { readonly entries: readonly Entry<'news'>[] }) {
  return (
    <section class="tiles" aria-label="News">
      <h3>News</h3>
      <ul class="media">
        {entries.map(({ path, item }) => (
          <li key={path} data-path={path}>
            {item.thumbnail && <Picture url={item.thumbnail} alt="" width={132} height={99} />}
            <div class="media-text">
              <p class="row tiny">
                <strong>{item.source ?? shortHost(item.domain)}</strong>
                {item.isLive && <Badge value="Live" tone="bad" />}
              </p>
              <CardTitle url={item.url}>{item.title}</CardTitle>
              {item.snippet && <p class="tiny two-lines">{item.snippet}</p>}
              <Facts facts={[(item.date ?? item.publishedAt) && <Published date={item.date} publishedAt={item.publishedAt} />]} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Posts({ entries }: { readonly entries: readonly Entry<'twitter'>[] }) {
  return (
    <section class="tiles" aria-label="Posts">
      <h3>Posts</h3>
      <ul class="strip">
        {entries.map(({ path, item }) => {
          const name = item.author?.name ?? item.accountTitle;
          return (
            <li key={path} data-path={path} class="post">
              {name && (
                <p class="row tiny">
                  {item.author?.thumbnail && (
                    <span class="round">
                      <Picture url={item.author.thumbnail} alt="" width={28} height={28} />
                    </span>
                  )}
                  <strong>{name}</strong>
                  <span class="muted">{item.author?.handle}</span>
                </p>
              )}
              <p>{item.text}</p>
              {item.thumbnail && <Picture url={item.thumbnail} alt="" width={208} height={117} />}
              <p class="tiny">
                <ResultLink url={item.url}>
                  {item.date || item.publishedAt ? <Published date={item.date} publishedAt={item.publishedAt} /> : 'Open post'}
                </ResultLink>
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
