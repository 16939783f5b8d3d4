// Parses the paid results of a Google page: text ads and product offers.

import type { AdvertiserItem, Link } from '../../../contract/items.ts';
import { advertiserItem } from '../../items.ts';
import { all, attribute, closest, one, textOf } from '../../page/html.ts';
import type { AnyNode, Element } from '../../page/tree/page-tree.ts';
import { orNull } from '../../text.ts';
import { absoluteUrl, hostOf } from '../../urls.ts';
import { isGoogle, sameness, targetOf } from './links.ts';
import { blockAround, type HeadingLink, headingText, type PageScan } from './page-scan.ts';
import { paragraphsOf } from './paragraphs.ts';
import { ratingIn } from './rating.ts';

const ADS_MAX = 100;
const SITELINKS_MAX = 12;
const ROW_MIN = 25;
const OFFER = '.pla-unit, .pla-unit-container, [data-pla-slot-pos], g-inner-card';

function blockOf(unit: Element): AdvertiserItem['block'] {
  const around = closest(unit, (element) => /^(?:tads|tvcap|tadsb|bottomads|mbEnd|rhs|rhs_block)$/.test(element.attribute('id') ?? ''));
  const id = around?.attribute('id') ?? '';
  if (id === 'tads' || id === 'tvcap') return 'top';
  if (id === 'tadsb' || id === 'bottomads') return 'bottom';
  return id === '' ? 'middle' : 'right';
}

const isClick = (url: string): boolean => isGoogle(hostOf(url)) || hostOf(url).endsWith('googleadservices.com');

/** Returns the target of an ad: the link, otherwise the landing page named beside it, otherwise the displayed URL. */
function landingOf(links: readonly Element[], shown: string | null): { url: string; trackingUrl: string | null } | null {
  const hrefs = links.map((link) => absoluteUrl(attribute(link, 'href'), 'https://www.google.com/')).filter((href) => href !== null);
  const trackingUrl = hrefs.find(isClick) ?? null;
  const targets = links.flatMap((link) => [attribute(link, 'href'), attribute(link, 'data-pcu')?.split(',')[0] ?? null]).map(targetOf);
  const url = targets.find((target) => target !== null && !isClick(target));
  if (url) return { url, trackingUrl };
  const named = shown && /^(?:https?:\/\/)?[\w-]+(?:\.[\w-]+)+/.exec(shown)?.[0];
  const address = named ? absoluteUrl(named.startsWith('http') ? named : `https://${named}`, 'https://www.google.com/') : trackingUrl;
  return address ? { url: address, trackingUrl } : null;
}

function sitelinksIn(unit: Element, title: string, own: string): Link[] {
  const links: Link[] = [];
  const seen = new Set([sameness(own)]);
  for (const anchor of all('a[href]', unit)) {
    const url = targetOf(attribute(anchor, 'href'));
    const text = textOf(one('[role="heading"]', anchor) ?? anchor);
    if (!url || text === '' || text === title || seen.has(sameness(url)) || isClick(url)) continue;
    seen.add(sameness(url));
    links.push({ title: text, url, description: null });
    if (links.length >= SITELINKS_MAX) break;
  }
  return links;
}

function advertisement(unit: Element, found: readonly HeadingLink[]): AdvertiserItem | null {
  const main = found.find(({ heading }) => headingText(heading) !== '');
  if (!main) return null;
  const title = headingText(main.heading);
  const shownIn = one('[data-dtld]', unit) ?? one('cite', unit);
  const displayUrl = orNull(textOf(shownIn));
  const same = found.filter(({ heading }) => headingText(heading) === title);
  const landing = landingOf(
    same.map(({ link }) => link),
    displayUrl ?? attribute(shownIn, 'data-dtld'),
  );
  if (!landing) return null;
  const rows = paragraphsOf(unit, new Set<AnyNode>([main.link, main.heading, ...all('ul, table, [role="list"]', unit)]))
    .map(({ text }) => text)
    .filter((text) => text.length >= ROW_MIN && text !== displayUrl);
  const named = paragraphsOf(main.link, new Set<AnyNode>([main.heading])).map(({ text }) => text);
  return advertiserItem({
    block: blockOf(unit),
    title,
    ...landing,
    displayUrl,
    advertiser: named.find((text) => text !== displayUrl && !/[./]\w/.test(text) && text.length <= 60) ?? null,
    description: rows[0] ?? null,
    descriptionRows: rows,
    sitelinks: sitelinksIn(unit, title, landing.url),
    phone: attribute(one('a[href^="tel:"]', unit), 'href')?.slice(4) ?? null,
    rating: ratingIn(unit),
  });
}

/** Parses one product offer: name, price and shop in one card. */
function offer(unit: Element): AdvertiserItem | null {
  const links = all('a[href]', unit);
  const named = links.map((link) => orNull(textOf(link)) ?? attribute(link, 'aria-label') ?? '').find((text) => text.length > 3);
  const landing = landingOf(links, attribute(one('[data-dtld]', unit), 'data-dtld'));
  if (!named || !landing || landing.url === landing.trackingUrl) return null;
  const lines = paragraphsOf(unit).map(({ text }) => text);
  const title = textOf(one('[role="heading"], h4, .pymv4e', unit)) || lines[0] || named;
  const displayed = lines.find((line) => /^\D{0,4}\d[\d.,\s]*\D{0,4}$/.test(line) && /[\p{Sc}]|[A-Z]{3}/u.test(line)) ?? null;
  const price = displayed === null ? null : { current: null, currency: null, displayed };
  return advertiserItem({ block: blockOf(unit), type: 'shopping', title, ...landing, price, rating: ratingIn(unit) });
}

const isUnit = (element: Element): boolean =>
  element.has('data-text-ad') || /(?:^|\s)ads-ad(?:\s|$)/.test(element.attribute('class') ?? '');

function addTo(groups: Map<Element, HeadingLink[]>, element: Element, found: HeadingLink): void {
  const group = groups.get(element);
  if (group) group.push(found);
  else groups.set(element, [found]);
}

/** Returns units without a known name: the widest element around a heading with links, without another heading. */
function unitsByHeading(scan: PageScan): Map<Element, HeadingLink[]> {
  const headings = new Map<Element, HeadingLink[]>();
  for (const found of scan.links) {
    if (found.zone === 'ads') addTo(headings, found.heading, found);
  }
  return new Map([...headings.values()].map((found) => [blockAround(found[0]!, scan, found.length - 1), found]));
}

export function advertisersOf(scan: PageScan): AdvertiserItem[] {
  const units = new Map<Element, HeadingLink[]>();
  for (const found of scan.links) {
    if (found.zone !== 'ads') continue;
    const unit = closest(found.link, isUnit);
    if (unit) addTo(units, unit, found);
  }
  const recordElement = (unit: Element, item: AdvertiserItem | null): AdvertiserItem[] => {
    if (item) scan.elements.set(item, unit);
    return item ? [item] : [];
  };
  const roots = scan.zones.filter(({ zone }) => zone === 'ads').map(({ root }) => root);
  const offers = new Set(
    roots.flatMap((root) => [
      ...(root.attribute('class')?.includes('pla-unit') || root.has('data-pla-slot-pos') ? [root] : []),
      ...all(OFFER, root),
    ]),
  );
  const outer = [...offers].filter((unit) => !closest(unit.parent ?? unit, (element) => element !== unit && offers.has(element)));
  const texts = units.size === 0 && outer.length === 0 ? unitsByHeading(scan) : units;
  const items: AdvertiserItem[] = [];
  const add = (unit: Element, read: () => AdvertiserItem | null): void => {
    if (items.length < ADS_MAX) items.push(...recordElement(unit, read()));
  };
  for (const [unit, found] of texts) add(unit, () => advertisement(unit, found));
  for (const unit of outer) add(unit, () => offer(unit));
  return items;
}
