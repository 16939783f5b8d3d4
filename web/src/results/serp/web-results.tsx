// Web results and ads, as a list.
import type { AdvertiserItem, OrganicItem, VideoItem } from '../../../../src/contract/items.ts';
import { Badge } from '../../parts/badge.tsx';
import { shortHost } from '../links.ts';
import { Picture } from '../pictures.tsx';
import { compactCount } from './figures.ts';
import type { Entry } from './layout.ts';
import { CardTitle, Facts, PriceText, Published, ResultLink, Sitelinks, Snippet, Stars } from './parts.tsx';

const [THUMBNAIL_WIDTH, THUMBNAIL_HEIGHT] = [112, 84];

interface OrganicProps {
  readonly entries: readonly Entry<'organic'>[];
  /** Videos that are organic results, by URL. */
  readonly videos: ReadonlyMap<string, VideoItem>;
}

export function OrganicResults({ entries, videos }: OrganicProps) {
  return (
    <>
      {entries.map(({ path, item }) => (
        <OrganicResult key={path} path={path} item={item} video={videos.get(item.url)} />
      ))}
    </>
  );
}

function OrganicResult({
  path,
  item,
  video,
}: {
  readonly path: string;
  readonly item: OrganicItem;
  readonly video: VideoItem | undefined;
}) {
  const picture = item.images[0]?.url ?? video?.thumbnail;
  return (
    <section class={picture ? 'hit pictured' : 'hit'} data-path={path}>
      <div class="hit-text">
        <p class="result-url tiny">
          <span class="position">{item.position}</span>
          {item.siteName && <strong>{item.siteName}</strong>}
          <span>{item.displayUrl ?? item.url}</span>
        </p>
        <h3>
          <ResultLink url={item.url}>{item.title}</ResultLink>
        </h3>
        <Snippet text={item.snippet} bold={item.highlighted} />
        <Facts
          facts={[
            item.isFeatured && 'Also the featured snippet',
            (item.date ?? item.publishedAt) && <Published date={item.date} publishedAt={item.publishedAt} />,
            item.rating && <Stars rating={item.rating} />,
            item.price && <PriceText price={item.price} />,
            video?.duration,
            video && compactCount(video.views, 'view'),
            video?.channel?.name,
          ]}
        />
        {item.faq.map(({ question, answer }, index) => (
          <details key={index} class="tiny">
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
        <Sitelinks links={item.sitelinks} />
      </div>
      {picture && <Picture url={picture} alt="" width={THUMBNAIL_WIDTH} height={THUMBNAIL_HEIGHT} />}
    </section>
  );
}

/** Products with a price stand in a row of cards, other ads in a list. */
export function Ads({ entries }: { readonly entries: readonly Entry<'advertisers'>[] }) {
  const products = entries.filter(({ item }) => item.type === 'shopping');
  return (
    <>
      {products.length > 0 && (
        <section class="tiles" aria-label="Product ads">
          <h3 class="row">
            <Badge value="Ad" tone="wait" /> Products
          </h3>
          <ul class="strip">
            {products.map(({ path, item }) => (
              <li key={path} data-path={path} class="product">
                {item.images[0] && <Picture url={item.images[0].url} alt="" width={140} height={140} />}
                <CardTitle url={item.url}>{item.title}</CardTitle>
                <PriceText price={item.price} />
                <Stars rating={item.rating} />
                <Facts facts={[item.advertiser ?? shortHost(item.domain)]} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {entries
        .filter(({ item }) => item.type !== 'shopping')
        .map(({ path, item }) => (
          <Ad key={path} path={path} item={item} />
        ))}
    </>
  );
}

function Ad({ path, item }: { readonly path: string; readonly item: AdvertiserItem }) {
  const picture = item.images[0]?.url;
  return (
    <section class={picture ? 'hit pictured' : 'hit'} data-path={path}>
      <div class="hit-text">
        <p class="result-url tiny">
          <Badge value="Ad" tone="wait" />
          {item.advertiser && item.advertiser !== item.displayUrl && <strong>{item.advertiser}</strong>}
          <span>{item.displayUrl ?? item.url}</span>
        </p>
        <h3>
          <ResultLink url={item.url}>{item.title}</ResultLink>
        </h3>
        {(item.description ?? item.descriptionRows.join(' ')) && <p>{item.description ?? item.descriptionRows.join(' ')}</p>}
        <Facts
          facts={[
            item.rating && <Stars rating={item.rating} />,
            item.price && <PriceText price={item.price} />,
            item.phone,
            ...item.extensions,
          ]}
        />
        <Sitelinks links={item.sitelinks} />
      </div>
      {picture && <Picture url={picture} alt="" width={THUMBNAIL_WIDTH} height={THUMBNAIL_HEIGHT} />}
    </section>
  );
}
