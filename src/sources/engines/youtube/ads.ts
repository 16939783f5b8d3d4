// Builds items from the ad slots of a YouTube page.
import type { AdvertiserItem } from '../../../contract/items.ts';
import { advertiserItem } from '../../items.ts';
import { absoluteUrl, hostOf, urlOf } from '../../urls.ts';
import { watchUrl } from './items.ts';
import { below, type JsonObject, objectBelow, textBelow } from './json.ts';
import { ORIGIN, pictureOf, targetOf, wordsOf } from './words.ts';

/** Returns the advertiser's page from Google's click URL, if it contains it. */
function landingOf(click: string): string | null {
  const address = urlOf(click);
  if (!/(?:^|\.)(?:googleadservices\.com|doubleclick\.net|google\.com)$/.test(address.hostname)) return click;
  return absoluteUrl(address.searchParams.get('adurl') || null, click);
}

const DEPTH_MAX = 14;

/** Returns the innermost parts of an ad slot that have a title. */
function titledIn(value: unknown, depth = 0): JsonObject[] {
  const object = objectBelow(value);
  if (depth > DEPTH_MAX || typeof value !== 'object' || value === null) return [];
  if (object && ('title' in object || 'headline' in object) && wordsOf(below(object, 'title') ?? below(object, 'headline')) !== null)
    return [object];
  return Object.values(value).flatMap((part) => titledIn(part, depth + 1));
}

/** Returns the ads of one slot. An empty slot has none. */
export function adsOf(slot: JsonObject): AdvertiserItem[] {
  return titledIn(slot).flatMap((ad) => {
    const title = wordsOf(below(ad, 'title') ?? below(ad, 'headline'));
    const videoId = textBelow(ad, 'videoId');
    const click =
      targetOf(below(ad, 'navigationEndpoint')) ?? targetOf(below(ad, 'clickCommand')) ?? targetOf(below(ad, 'onTap', 'innertubeCommand'));
    const url = videoId ? watchUrl(videoId) : click && (landingOf(click) ?? click);
    if (title === null || !url) return [];
    const site = wordsOf(below(ad, 'websiteText'));
    const picture = pictureOf(below(ad, 'thumbnail'));
    return [
      advertiserItem({
        type: videoId ? 'video' : 'text',
        block: 'middle',
        title,
        url,
        trackingUrl: click === url ? null : click,
        displayUrl: site,
        domain: videoId || url !== click ? hostOf(url) : (siteOf(site) ?? hostOf(url)),
        advertiser: wordsOf(below(ad, 'longBylineText') ?? below(ad, 'shortBylineText')) ?? site,
        description: wordsOf(below(ad, 'description')),
        images: picture ? [{ url: picture, alt: null, sourceUrl: null }] : [],
      }),
    ];
  });
}

/** Returns the host of a displayed site such as `Shop.example/tea`, or null for a plain name. */
function siteOf(shown: string | null): string | null {
  const address = shown && /^[^\s/]+\.[a-z]{2,}(?:\/\S*)?$/i.test(shown) ? absoluteUrl(`https://${shown}`, ORIGIN) : null;
  return address ? hostOf(address) : null;
}
