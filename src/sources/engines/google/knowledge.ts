// Parses the knowledge panel of a Google page.

import type { KnowledgeItem, Link } from '../../../contract/items.ts';
import { knowledgeItem } from '../../items.ts';
import { all, attribute, closest, one, textOf } from '../../page/html.ts';
import type { Element } from '../../page/tree/page-tree.ts';
import { orNull } from '../../text.ts';
import { absoluteUrl, hostOf, urlOf } from '../../urls.ts';
import { isGoogle, targetOf } from './links.ts';
import { isList, type PageScan } from './page-scan.ts';

const ATTRIBUTES_MAX = 30;
/** Bounds the work on a hostile page. Real pages have one or two panels. */
const NAMES_MAX = 100;
const PROFILES =
  /(?:^|\.)(?:twitter|x|facebook|instagram|youtube|linkedin|tiktok|pinterest|threads|spotify|soundcloud|github)\.(?:com|net)$/;

function linksIn(scope: Element): Link[] {
  const links: Link[] = [];
  for (const anchor of all('a[href]', scope)) {
    const url = targetOf(attribute(anchor, 'href'));
    const title = textOf(anchor);
    if (url && title !== '' && !isGoogle(hostOf(url))) links.push({ title, url, description: null });
  }
  return links;
}

/** Returns the panel around a name: the side column, or the element that is marked as a panel. */
const panelAround = (name: Element): Element | null =>
  closest(
    name,
    (element) =>
      element.attribute('id') === 'rhs' ||
      element.attribute('id') === 'rhs_block' ||
      /(?:^|\s)(?:kp-(?:wholepage|blk|rgc|hc)|knowledge-panel|osrp-blk|kno-kp)(?:\s|$)/.test(element.attribute('class') ?? ''),
  );

/** A panel has at least this many named facts, and few links with headings. */
const FACTS_MIN = 2;
const PANEL_LINKS_MAX = 2;
const FACTS = '[data-attrid^="kc:"], [data-attrid$="description"]';

/** Returns the panel without a known name: the nearest element with several facts that is not a list of results. */
function panelByFacts(name: Element, facts: readonly number[], { weights }: PageScan): Element | null {
  const around = closest(name, (element) => hasFacts(element, facts));
  return around && !isList(around) && weights[around.index]! <= PANEL_LINKS_MAX ? around : null;
}

/** `facts` are the places of all facts, in page order. */
function hasFacts({ tree, index }: Element, facts: readonly number[]): boolean {
  let [low, high] = [0, facts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (facts[middle]! <= index) low = middle + 1;
    else high = middle;
  }
  const last = facts[low + FACTS_MIN - 1];
  return last !== undefined && last < tree.columns.end[index]!;
}

/** Parses rows such as `Founded: 1998`. Google names each row after its fact. */
function attributesIn(fields: readonly Element[]): KnowledgeItem['attributes'] {
  const rows: KnowledgeItem['attributes'][number][] = [];
  for (const field of fields) {
    if (!/^(?:kc|ss|hw|okra):\//.test(attribute(field, 'data-attrid') ?? '')) continue;
    const text = textOf(field);
    const row = /^([^:：\d]{1,40})\s*[:：]\s*(.+)$/s.exec(text);
    if (row?.[1] && row[2] && text.length <= 400) rows.push({ name: row[1].trim(), value: row[2].trim(), links: linksIn(field) });
    if (rows.length >= ATTRIBUTES_MAX) break;
  }
  return rows;
}

function panelOf(name: Element, panel: Element): KnowledgeItem | null {
  const title = textOf(name);
  if (title === '') return null;
  const fields = all('[data-attrid]', panel);
  const field = (test: RegExp) => fields.find((element) => test.test(attribute(element, 'data-attrid') ?? '')) ?? null;
  const described = field(/description$/) ?? one('.kno-rdesc', panel);
  const source = described ? (linksIn(described)[0] ?? null) : null;
  const description = described ? textOf(one('span', described) ?? described) : '';
  const profiles = linksIn(panel).filter(({ url }) => PROFILES.test(hostOf(url)));
  const page = field(/(?:visit_official_site|official.?(?:web)?site|website)/i);
  const subtitle = field(/^subtitle$/) ?? one('.kno-ecr-st, .wx62f', panel);
  const entity = absoluteUrl(attribute(one('a[href*="kgmid="]', panel), 'href'), 'https://www.google.com/');
  return knowledgeItem({
    title,
    subtitle: orNull(textOf(subtitle)),
    description: orNull(description),
    descriptionSource: source,
    entityId: entity ? urlOf(entity).searchParams.get('kgmid') : null,
    cid: attribute(one('[data-ludocid]', panel), 'data-ludocid'),
    url: page ? targetOf(attribute(page, 'href') ?? attribute(one('a[href]', page), 'href')) : null,
    attributes: attributesIn(fields),
    profiles: profiles.map(({ title: shown, url }) => ({ name: shown, url, image: null })),
  });
}

export function knowledgeOf(scan: PageScan): KnowledgeItem[] {
  const names = scan.marks.names.slice(0, NAMES_MAX);
  const facts = names.length === 0 ? [] : all(FACTS, names[0]!.tree.document).map(({ index }) => index);
  for (const name of names) {
    if (closest(name, (element) => element.name === 'g-inner-card' || /related-question-pair/.test(element.attribute('class') ?? '')))
      continue;
    const panel = panelAround(name) ?? panelByFacts(name, facts, scan);
    const item = panel ? panelOf(name, panel) : null;
    if (item) {
      scan.elements.set(item, name);
      return [item];
    }
  }
  return [];
}
