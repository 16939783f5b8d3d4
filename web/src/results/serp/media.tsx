// Videos, playlists, channels and images, as cards with a thumbnail.
import { number } from '../../format.ts';
import { Badge } from '../../parts/badge.tsx';
import { shortHost } from '../links.ts';
import { Picture } from '../pictures.tsx';
import { compactCount, sizeText } from './figures.ts';
import type { Entry } from './layout.ts';
import { CardTitle, Facts, Published, ResultLink } from './parts.tsx';

const [VIDEO_WIDTH, VIDEO_HEIGHT] = [208, 117];

export function Videos({ entries }: { readonly entries: readonly Entry<'videos'>[] }) {
  return (
    <section class="tiles" aria-label="Videos">
      <h3>Videos</h3>
      <ul class="media">
        {entries.map(({ path, item }) => (
          <li key={path} data-path={path}>
            <div class="thumbnail">
              <Picture url={item.thumbnail} alt="" width={VIDEO_WIDTH} height={VIDEO_HEIGHT} />
              {item.isLive ? <span class="duration live">Live</span> : item.duration && <span class="duration">{item.duration}</span>}
            </div>
            <div class="media-text">
              <CardTitle url={item.url}>{item.title}</CardTitle>
              <Facts
                facts={[
                  item.channel && <ResultLink url={item.channel.url}>{item.channel.name + (item.channel.verified ? ' ✓' : '')}</ResultLink>,
                  !item.channel && item.source,
                  compactCount(item.views, 'view'),
                  (item.date ?? item.publishedAt) && <Published date={item.date} publishedAt={item.publishedAt} />,
                ]}
              />
              {item.description && <p class="tiny two-lines">{item.description}</p>}
              {item.keyMoments.length > 0 && (
                <details class="tiny">
                  <summary>Key moments ({item.keyMoments.length})</summary>
                  <ul>
                    {item.keyMoments.map(({ time, title, url }) => (
                      <li key={`${time} ${title}`}>
                        <ResultLink url={url}>{time}</ResultLink> {title}
                      </li>
                    ))}
                  </ul>
                </details>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Playlists({ entries }: { readonly entries: readonly Entry<'playlist'>[] }) {
  return (
    <section class="tiles" aria-label="Playlists">
      <h3>Playlists</h3>
      <ul class="media">
        {entries.map(({ path, item }) => (
          <li key={path} data-path={path}>
            <div class="thumbnail">
              <Picture url={item.thumbnail} alt="" width={VIDEO_WIDTH} height={VIDEO_HEIGHT} />
              {item.videoCount !== null && <span class="duration">{number(item.videoCount)} videos</span>}
            </div>
            <div class="media-text">
              <CardTitle url={item.url}>{item.title}</CardTitle>
              <Facts facts={[item.channel && <ResultLink url={item.channel.url}>{item.channel.name}</ResultLink>]} />
              {item.videos.length > 0 && (
                <ul class="tiny">
                  {item.videos.slice(0, 3).map(({ title, url, duration }, index) => (
                    <li key={index}>
                      <ResultLink url={url}>{title}</ResultLink> {duration && <span class="muted">{duration}</span>}
                    </li>
                  ))}
                </ul>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Channels({ entries }: { readonly entries: readonly Entry<'channel'>[] }) {
  return (
    <section class="tiles" aria-label="Channels">
      <h3>Channels</h3>
      <ul class="media">
        {entries.map(({ path, item }) => (
          <li key={path} data-path={path}>
            <div class="round">
              <Picture url={item.thumbnail} alt="" width={72} height={72} />
            </div>
            <div class="media-text">
              <div class="row">
                <CardTitle url={item.url}>{item.title}</CardTitle>
                {item.verified && <Badge value="Verified" tone="note" />}
              </div>
              <Facts facts={[item.handle, compactCount(item.subscribers, 'subscriber'), compactCount(item.videoCount, 'video')]} />
              {item.description && <p class="tiny two-lines">{item.description}</p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

const IMAGE_HEIGHT = 150;
/** Very wide and very tall images are cut, so that the grid stays even. */
const [RATIO_MIN, RATIO_MAX] = [0.67, 1.75];

const widthOf = (width: number | null, height: number | null): number =>
  Math.round(IMAGE_HEIGHT * (width && height ? Math.min(RATIO_MAX, Math.max(RATIO_MIN, width / height)) : 1.33));

export function Images({ entries }: { readonly entries: readonly Entry<'images'>[] }) {
  return (
    <section class="tiles" aria-label="Images">
      <h3>Images</h3>
      <ul class="image-grid">
        {entries.map(({ path, item }) => (
          <li key={path} data-path={path}>
            <Picture
              url={item.thumbnail ?? item.imageUrl}
              alt={item.alt ?? item.title ?? ''}
              width={widthOf(item.width, item.height)}
              height={IMAGE_HEIGHT}
            />
            <CardTitle url={item.url}>{item.title ?? item.alt ?? item.domain}</CardTitle>
            <p class="tiny muted image-source">{shortHost(item.source ?? item.domain)}</p>
            <Facts facts={[sizeText(item.width, item.height)]} />
          </li>
        ))}
      </ul>
    </section>
  );
}
