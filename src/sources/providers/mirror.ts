// Repeats places, pictures, news, videos or cited pages as results, for engines that list them.
import type { MapItem, OrganicItem, SerpItems } from '../../contract/items.ts';
import type { EngineName } from '../../contract/vocabulary.ts';
import { organicItem } from '../items.ts';
import { orNull } from '../text.ts';

const positionOf = ({ rank, page }: { rank: number | null; page: number }) => ({ rank, page });

/** Branches of one company share a website. From the second branch on, each has its map URL. */
function placesAsResults(places: readonly MapItem[]): OrganicItem[] {
  const websites = new Set<string>();
  return places
    .filter(({ isPaid }) => !isPaid)
    .map((place) => {
      const website = place.url !== null && !websites.has(place.url) ? place.url : null;
      if (website !== null) websites.add(website);
      const facts = [place.category, place.address, place.phone].filter((fact) => fact !== null);
      return organicItem({
        type: 'local',
        title: place.title,
        url: website ?? spotOf(place),
        snippet: place.description ?? orNull(facts.join(' · ')),
        rating: place.rating,
        ...positionOf(place),
      });
    });
}

function spotOf({ cid, title, address }: MapItem): string {
  if (cid !== null) return `https://www.google.com/maps?cid=${encodeURIComponent(cid)}`;
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address === null ? title : `${title}, ${address}`)}`;
}

/** Returns the organic results of an engine, built from its own items. */
export function organicFor(engine: EngineName, items: SerpItems): OrganicItem[] {
  switch (engine) {
    case 'googlelocal':
    case 'naverlocal':
      return placesAsResults(items.maps);
    case 'googleimages':
      return items.images.map((image) =>
        organicItem({ title: image.title ?? image.alt ?? image.domain, url: image.url, siteName: image.source, ...positionOf(image) }),
      );
    case 'googlenews':
      return items.news.map(({ title, url, source, snippet, date, publishedAt, ...rest }) =>
        organicItem({ type: 'news', title, url, siteName: source, snippet, date, publishedAt, ...positionOf(rest) }),
      );
    case 'youtube':
      return items.videos.map(({ title, url, description, date, publishedAt, ...rest }) =>
        organicItem({ type: 'video', title, url, snippet: description, date, publishedAt, ...positionOf(rest) }),
      );
    case 'google-aimode':
      return items.answers.flatMap(({ references }) =>
        references.map(({ title, url, domain, source, snippet }) =>
          organicItem({ title: title ?? source ?? domain, url, siteName: source, snippet }),
        ),
      );
    default:
      return items.organic;
  }
}
