// Places as numbered cards beside a map.
import type { MapItem } from '../../../../src/contract/items.ts';
import { Badge } from '../../parts/badge.tsx';
import { Picture } from '../pictures.tsx';
import { distanceText, kilometresBetween } from './figures.ts';
import type { Entry } from './layout.ts';
import type { SearchedRegion } from './map-positions.ts';
import { CardTitle, Facts, Stars } from './parts.tsx';
import { PlacesMap } from './places-map.tsx';

/** Distances from the centre of a whole country do not help. */
const DISTANCE_KM_MAX = 100;
const distanceOf = ({ coordinates }: MapItem, region: SearchedRegion): number =>
  region && coordinates ? kilometresBetween(region, coordinates) : Number.POSITIVE_INFINITY;

export function Places({ entries, region }: { readonly entries: readonly Entry<'maps'>[]; readonly region: SearchedRegion }) {
  return (
    <section class="tiles" aria-label="Places">
      <h3>Places</h3>
      {region && entries.some(({ item }) => distanceOf(item, region) <= DISTANCE_KM_MAX) && (
        <p class="tiny muted">Distances are from the centre of {region.name}.</p>
      )}
      <div class="places">
        <ol>
          {entries.map(({ path, item }, index) => (
            <Place key={path} path={path} item={item} label={index + 1} region={region} />
          ))}
        </ol>
        <PlacesMap entries={entries} region={region} />
      </div>
    </section>
  );
}

function Place(props: { readonly path: string; readonly item: MapItem; readonly label: number; readonly region: SearchedRegion }) {
  const { path, item, label, region } = props;
  const distance = distanceOf(item, region);
  return (
    <li data-path={path}>
      <span class="place-number">{label}</span>
      <div class="media-text">
        <div class="row">
          <CardTitle url={item.url}>{item.title}</CardTitle>
          {item.isPaid && <Badge value="Ad" tone="wait" />}
        </div>
        <Facts facts={[item.rating && <Stars rating={item.rating} />, item.category, item.priceLevel]} />
        <Facts facts={[item.address, distance <= DISTANCE_KM_MAX && distanceText(distance)]} />
        <Facts
          facts={[
            item.openState && <OpenState text={item.openState} />,
            item.phone && <a href={`tel:${item.phone.replace(/[^\d+]/g, '')}`}>{item.phone}</a>,
          ]}
        />
        {item.description && <p class="tiny two-lines">{item.description}</p>}
        <Hours hours={item.hours} />
      </div>
      {item.thumbnail && <Picture url={item.thumbnail} alt="" width={84} height={84} />}
    </li>
  );
}

/** Engines write `Open ⋅ Closes 7 PM`, with the state before the dot in every language. */
function OpenState({ text }: { readonly text: string }) {
  const [state, ...rest] = text.split(/(?=\s*[⋅·])/);
  return (
    <>
      <strong class="open-state">{state}</strong>
      {rest.join('')}
    </>
  );
}

function Hours({ hours }: { readonly hours: MapItem['hours'] }) {
  const days = Object.entries(hours ?? {});
  if (days.length === 0) return null;
  return (
    <details class="tiny">
      <summary>Opening hours</summary>
      <dl class="pairs">
        {days.map(([day, spans]) => (
          <div key={day} class="pair">
            <dt>{day.charAt(0).toUpperCase() + day.slice(1)}</dt>
            <dd>{spans.map(({ open, close }) => `${open}–${close}`).join(', ') || 'Closed'}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
