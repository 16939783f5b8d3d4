// The RSS feed of Google News in the sandbox: a hundred articles, most with readable links.

import type { Dataset, Listing } from '../../sandbox/dataset.ts';
import type { SandboxPage, SandboxRequest, SandboxSite } from '../../sandbox/site.ts';
import { escapeHtml } from '../../sandbox/site.ts';
import { blockPages } from '../google/sandbox-block-pages.ts';
import { blockPage, keywordOf } from '../google/sandbox-frame.ts';

const ARTICLES = 100;
const HOUR_MS = 3_600_000;

/** Returns a token as used until 2024: a protobuf message with the URL in its fourth field. */
function readableToken(url: string): string {
  const address = Buffer.from(url, 'utf8');
  const length = address.length < 128 ? [address.length] : [(address.length & 127) | 128, address.length >> 7];
  return Buffer.concat([Buffer.from([8, 19, 0x22, ...length]), address, Buffer.from([0xd2, 1, 0])]).toString('base64url');
}

/** Returns a current token: only Google knows its article. */
const opaqueToken = (number: number, dataset: Dataset): string =>
  readableToken(`AU_yqL${dataset.number(`token ${number}`, 1_000_000_000)}x${number}`);

function item(listing: Listing, number: number, dataset: Dataset): string {
  const token = dataset.number(`silent ${number}`, 5) === 0 ? opaqueToken(number, dataset) : readableToken(listing.url);
  const link = `https://news.google.com/rss/articles/${token}?oc=5`;
  const [title, site] = [escapeHtml(listing.title), escapeHtml(listing.siteName)];
  const time = new Date(Date.parse(dataset.day) - number * HOUR_MS).toUTCString();
  const description = escapeHtml(`<a href="${link}" target="_blank">${title}</a>&nbsp;&nbsp;<font color="#6f6f6f">${site}</font>`);
  return `<item><title>${title} - ${site}</title><link>${link}</link><guid isPermaLink="false">${token}</guid><pubDate>${time}</pubDate>
<description>${description}</description><source url="https://${listing.domain}">${site}</source></item>`;
}

function feed(request: SandboxRequest, items: readonly string[], day: string): SandboxPage {
  const page = new URL(request.url);
  page.pathname = '/search';
  const keyword = escapeHtml(keywordOf(request));
  const body = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel>
<generator>NFE/5.0</generator><title>"${keyword}" - Google News</title><link>${escapeHtml(page.href)}</link>
<language>${escapeHtml(page.searchParams.get('hl') ?? 'en-US')}</language><webMaster>news-webmaster@google.com</webMaster>
<lastBuildDate>${new Date(Date.parse(day)).toUTCString()}</lastBuildDate>
<description>Google News</description>${items.join('\n')}</channel></rss>`;
  return { status: 200, headers: { 'content-type': 'application/xml; charset=utf-8' }, body };
}

export const googlenewsSite: SandboxSite = {
  name: 'googlenews',
  serves: (url) => url.hostname === 'news.google.com' && url.pathname === '/rss/search',
  keywordOf,
  results: (request, dataset) =>
    feed(
      request,
      dataset.listings(1, ARTICLES, 'article').map((listing, index) => item(listing, index + 1, dataset)),
      dataset.day,
    ),
  noResults: (request, dataset) => feed(request, [], dataset.day),
  blockPages,
  blockPage,
};
