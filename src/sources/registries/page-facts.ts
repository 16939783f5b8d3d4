// Measures the SEO facts of one web page.
import { type Adapter, blocked, type FetchTrace, type Page, type PageRequest, unreadable } from '../adapter.ts';
import { isBinary } from '../binary.ts';
import { retryAfterSeconds } from '../retry-after.ts';
import { type MarkupFacts, measureMarkup } from './page-measure.ts';

export interface PageFacts extends MarkupFacts {
  readonly url: string;
  readonly finalUrl: string;
  readonly status: number;
  readonly redirects: FetchTrace['redirects'];
  /** Milliseconds, or null when the transport does not measure them. */
  readonly timing: { readonly firstByteMs: number; readonly totalMs: number } | null;
  /** Length of the page after decompression. */
  readonly bytes: number;
  /** False when only the beginning of a very long page was parsed. */
  readonly complete: boolean;
  /** The value of the header `x-robots-tag`. The meta tag of the page is in `robots`. */
  readonly robotsHeader: string | null;
}

const COOLDOWN_SECONDS = 900;
const COOLDOWN_SECONDS_MAX = 86_400;

export const pageFacts: Adapter<{ readonly url: string }, PageFacts> = {
  start: (query): PageRequest => ({ url: query.url, headers: { accept: 'text/html,application/xhtml+xml' } }),
  parse(page, query) {
    if (page.status === 429)
      throw blocked('The website’s rate limit is exceeded.', retryAfterSeconds(page, COOLDOWN_SECONDS, COOLDOWN_SECONDS_MAX));
    if (page.status === 401 || page.status === 403) throw blocked('The website denied access.');
    if (!/html|^$/i.test(page.headers['content-type'] ?? '') || isBinary(page.body)) throw unreadable('The URL is not an HTML page.');
    return { found: factsOf(page, query.url) };
  },
};

function factsOf(page: Page, asked: string): PageFacts {
  const { fetchTrace } = page;
  return {
    url: asked,
    finalUrl: page.url,
    status: page.status,
    redirects: fetchTrace?.redirects ?? [],
    timing: fetchTrace ? { firstByteMs: fetchTrace.firstByteMs, totalMs: fetchTrace.totalMs } : null,
    bytes: page.bytes?.length ?? Buffer.byteLength(page.body),
    complete: fetchTrace?.complete ?? true,
    robotsHeader: page.headers['x-robots-tag']?.slice(0, 300) ?? null,
    ...measureMarkup(page.body, page.url),
  };
}
