// Parses the XML of Yandex's Search API: documents or errors.
import type { Element } from 'domhandler';
import type { OrganicItem } from '../../../contract/items.ts';
import { blocked, unreachable, unreadable } from '../../adapter.ts';
import { organicItem, serpPage } from '../../items.ts';
import { boldBelow, textBelow } from '../../providers/markup.ts';
import { COOLDOWN_SECONDS, countIn, OUT_OF_QUOTA_COOLDOWN_SECONDS, webAddressIn } from '../../providers/response.ts';
import { childrenNamed, elementAt, readXml, textAt } from '../../providers/xml.ts';
import type { SerpPage } from '../../serp.ts';
import { orNull } from '../../text.ts';

const NO_RESULTS = '15';
/** Error codes for a folder, key, IP address or search type that is not registered. */
const CREDENTIALS = new Set(['31', '33', '42', '44', '48']);
const CAPTCHA_COOLDOWN_SECONDS = 900;

function throwFor(code: string): never {
  if (code === '32') throw blocked('The quota at Yandex is used up.', OUT_OF_QUOTA_COOLDOWN_SECONDS);
  if (code === '55') throw blocked('The rate limit of Yandex is exceeded.', COOLDOWN_SECONDS);
  if (code === '100') throw blocked('Yandex requires a captcha.', CAPTCHA_COOLDOWN_SECONDS);
  if (CREDENTIALS.has(code)) throw unreadable('Yandex rejected the credentials.');
  if (code === '20') throw unreachable('Yandex reported a server error.');
  throw unreadable('Yandex rejected the request.');
}

function documentOf(doc: Element, index: number): OrganicItem | null {
  const [url, title] = [webAddressIn(textAt(doc, 'url')), textAt(doc, 'title')];
  if (!url || !title) return null;
  const passages = childrenNamed(elementAt(doc, 'passages'), 'passage');
  const shown = passages.flatMap((passage) => orNull(textBelow([passage])) ?? []);
  return organicItem({
    title,
    url,
    displayUrl: textAt(doc, 'domain'),
    snippet: orNull(shown.join(' … ')) ?? textAt(doc, 'headline'),
    highlighted: boldBelow(passages),
    rank: index + 1,
  });
}

/** Returns the count that includes inexact matches. */
const countOf = (parent: Element | null, name: string): number | null => {
  const count = childrenNamed(parent, name).find(({ attribs }) => attribs.priority === 'all');
  return count ? countIn(textBelow([count])) : null;
};

/** Parses the documents of one page. No results have their own error code. */
export function readDocuments(xml: string, isFirst: boolean): SerpPage {
  const response = elementAt(readXml(xml), 'yandexsearch', 'response');
  if (!response || !xml.trimEnd().endsWith('</yandexsearch>')) throw unreadable('Yandex sent a response in an unknown format.');
  const code = elementAt(response, 'error')?.attribs.code;
  if (code === NO_RESULTS) return serpPage({}, isFirst ? 0 : null, isFirst);
  if (code !== undefined) throwFor(code);
  const grouping = elementAt(response, 'results', 'grouping');
  const docs = childrenNamed(grouping, 'group').flatMap((group) => childrenNamed(group, 'doc'));
  const organic = docs.flatMap((doc, index) => documentOf(doc, index) ?? []);
  if (organic.length === 0 && isFirst) throw unreadable('Yandex returned no results and no marker for none.');
  return serpPage({ organic }, countOf(grouping, 'found-docs') ?? countOf(response, 'found'));
}
