// YouTube in the sandbox: the result page with its data in a script, and the JSON of further pages.

import { at, back, document, googleSorryPage } from '../../sandbox/block-page-parts.ts';
import type { Dataset } from '../../sandbox/dataset.ts';
import { type BlockPages, escapeHtml, html, json, type SandboxPage, type SandboxRequest, type SandboxSite } from '../../sandbox/site.ts';
import { adSlot, channel, playlist, shorts, video } from './sandbox-renderers.ts';

const blockPages: BlockPages = {
  captcha: googleSorryPage,
  consent: (_, request) =>
    at(
      `https://consent.youtube.com/m?continue=${back(request)}&gl=DE&m=0&pc=yt`,
      document(
        'Before you continue to YouTube',
        '<h1>Before you continue to YouTube</h1><form action="https://consent.youtube.com/save" method="POST"><button>Accept all</button></form>',
      ),
    ),
  signin: (_, request) =>
    at(
      `https://accounts.google.com/ServiceLogin?service=youtube&continue=${back(request)}`,
      document(
        'YouTube',
        '<h1>Sign in to confirm you’re not a bot</h1><form action="https://accounts.google.com/signin/v2" method="POST"><input type="email"></form>',
      ),
    ),
};

const PAGE_SIZE = 20;
const CLIENT_VERSION = '2.20261110.01.00';

/** Position of a further page. It includes the keyword, as YouTube's own tokens do. */
interface Token {
  readonly words: string;
  readonly from: number;
}

const packToken = (token: Token): string => Buffer.from(JSON.stringify(token)).toString('base64url');

function tokenIn(request: SandboxRequest): Token | null {
  try {
    const { continuation } = JSON.parse(request.body);
    const token = JSON.parse(Buffer.from(String(continuation), 'base64url').toString('utf8'));
    return typeof token.words === 'string' && Number.isSafeInteger(token.from) && token.from > 0 ? token : null;
  } catch {
    return null;
  }
}

const isFurther = (request: SandboxRequest): boolean => request.url.pathname === '/youtubei/v1/search';

const keywordIn = (request: SandboxRequest): string =>
  isFurther(request) ? (tokenIn(request)?.words ?? '') : (request.url.searchParams.get('search_query') ?? '');

/** The list of one page, and the element that loads the next one when it becomes visible. */
function sections(request: SandboxRequest, dataset: Dataset, from: number): unknown[] {
  const listings = dataset.listings(from, Math.min(PAGE_SIZE, dataset.total - from + 1));
  const contents: unknown[] = listings.map((listing, index) => video(dataset, listing, from + index));
  if (from === 1) contents.splice(2, 0, channel(dataset), playlist(dataset));
  if (from === 1) contents.splice(8, 0, shorts(dataset), adSlot(dataset));
  const next = from + PAGE_SIZE;
  const token = packToken({ words: keywordIn(request), from: next });
  const more = {
    continuationItemRenderer: { continuationEndpoint: { continuationCommand: { token, request: 'CONTINUATION_REQUEST_TYPE_SEARCH' } } },
  };
  return [{ itemSectionRenderer: { contents } }, ...(next <= dataset.total ? [more] : [])];
}

function page(request: SandboxRequest, data: unknown): SandboxPage {
  const settings = {
    INNERTUBE_API_KEY: 'sandbox-key',
    INNERTUBE_CLIENT_NAME: 'WEB',
    INNERTUBE_CONTEXT_CLIENT_VERSION: CLIENT_VERSION,
    INNERTUBE_CONTEXT_HL: request.url.searchParams.get('hl') ?? 'en',
    INNERTUBE_CONTEXT_GL: request.url.searchParams.get('gl') ?? 'US',
  };
  // A script ends at the first closing tag, even inside a string.
  const script = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
  return html(`<!DOCTYPE html><html><head><title>${escapeHtml(keywordIn(request))} - YouTube</title>
<script>ytcfg.set(${script(settings)});</script></head><body>
<script>var ytInitialData = ${script(data)};</script></body></html>`);
}

const firstPage = (contents: readonly unknown[], total: number) => ({
  responseContext: { serviceTrackingParams: [{ service: 'CSI', params: [{ key: 'cver', value: CLIENT_VERSION }] }] },
  estimatedResults: String(total),
  contents: { twoColumnSearchResultsRenderer: { primaryContents: { sectionListRenderer: { contents } } } },
});

const furtherPage = (continuationItems: readonly unknown[], total: number) => ({
  responseContext: {},
  estimatedResults: String(total),
  onResponseReceivedCommands: [{ appendContinuationItemsAction: { continuationItems } }],
});

const consentPage = `<!DOCTYPE html><html><head><title>Before you continue to YouTube</title></head><body>
<h1>Before you continue to YouTube</h1><form action="https://consent.youtube.com/save" method="POST"><button>Reject all</button><button>Accept all</button></form></body></html>`;

export const youtubeSite: SandboxSite = {
  name: 'youtube',
  serves: (url) => url.hostname === 'www.youtube.com' && (url.pathname === '/results' || url.pathname === '/youtubei/v1/search'),
  keywordOf: keywordIn,
  results(request, dataset) {
    if (!isFurther(request)) return page(request, firstPage(sections(request, dataset, 1), dataset.total * 1000));
    const token = tokenIn(request);
    if (token === null)
      return json({ error: { code: 400, message: 'Request contains an invalid argument.', status: 'INVALID_ARGUMENT' } }, 400);
    return json(furtherPage(sections(request, dataset, token.from), dataset.total * 1000));
  },
  noResults(request) {
    const nothing = [
      {
        itemSectionRenderer: {
          contents: [
            {
              backgroundPromoRenderer: {
                title: { runs: [{ text: 'No results found' }] },
                bodyText: { runs: [{ text: 'Try different keywords or remove search filters' }] },
                icon: { iconType: 'EMPTY_SEARCH' },
              },
            },
          ],
        },
      },
    ];
    return isFurther(request) ? json(furtherPage(nothing, 0)) : page(request, firstPage(nothing, 0));
  },
  blockPages,
  blockPage: (request) =>
    isFurther(request)
      ? json({ error: { code: 429, message: 'Resource has been exhausted (e.g. check quota).', status: 'RESOURCE_EXHAUSTED' } }, 429)
      : html(consentPage),
};
