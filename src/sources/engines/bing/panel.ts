// Parses the panel about a person, a place or a thing beside Bing's results.

import type { KnowledgeItem, Link } from '../../../contract/items.ts';
import { knowledgeItem } from '../../items.ts';
import { all, attribute, one, textOf } from '../../page/html.ts';
import type { Element } from '../../page/tree/page-tree.ts';
import { orNull } from '../../text.ts';
import { absoluteUrl } from '../../urls.ts';
import { pictureIn } from './figures.ts';
import { finalUrl, ORIGIN } from './links.ts';

function linksIn(scope: Element): Link[] {
  return all('a[href]', scope).flatMap((link) => {
    const url = finalUrl(attribute(link, 'href'));
    const title = textOf(link);
    return url && title !== '' ? [{ title, url, description: null }] : [];
  });
}

/** Parses rows of the form "Name: value". */
function attributesOf(panel: Element): KnowledgeItem['attributes'] {
  return all('.b_factrow', panel).flatMap((row) => {
    const label = one('.cbl', row);
    const name = textOf(label);
    const text = textOf(row);
    if (name === '' || !text.startsWith(name)) return [];
    return [{ name: name.replace(/\s*[:：]$/, ''), value: text.slice(name.length).trim(), links: linksIn(row) }];
  });
}

/** The full text is hidden behind the short one. */
function descriptionOf(panel: Element): string | null {
  const box = one('.b_snippet, .b_lBottom', panel);
  if (!box) return null;
  const hidden = all('.b_hide', box).map((part) => textOf(part));
  const shown = textOf(one('span span', box) ?? box);
  return orNull([shown, ...hidden].reduce((longest, text) => (text.length > longest.length ? text : longest), ''));
}

function panelOf(panel: Element): KnowledgeItem | null {
  const title = textOf(one('.b_entityTitle', panel));
  if (title === '') return null;
  const profiles = all('.infoCardIcons a[href], .b_iconSet a[href]', panel).flatMap((link) => {
    const url = finalUrl(attribute(link, 'href'));
    const name = textOf(link);
    return url && name !== '' ? [{ name, url, image: absoluteUrl(pictureIn(link), ORIGIN) }] : [];
  });
  const seen = new Set<string>();
  return knowledgeItem({
    title,
    subtitle: orNull(textOf(one('.b_entitySubTitle', panel))),
    description: descriptionOf(panel),
    imageUrl: absoluteUrl(pictureIn(panel), ORIGIN),
    attributes: attributesOf(panel),
    profiles: profiles.filter(({ url }) => !seen.has(url) && seen.add(url)),
  });
}

/** A box of businesses has the same heading but is not a panel. */
export function panelsOf(block: Element): KnowledgeItem[] {
  if (one('[data-ypid], .b_maglistcard', block)) return [];
  return all('.b_entityTP, .b_wpt_container', block)
    .slice(0, 1)
    .flatMap((panel) => panelOf(panel) ?? []);
}
