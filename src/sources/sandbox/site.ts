// The interface of a sandbox site.

import type { Dataset } from './dataset.ts';
import type { BlockKind } from './magic.ts';

/** A request to the sandbox, with the URL of the real engine. */
export interface SandboxRequest {
  readonly method: string;
  /** The real URL, such as `https://www.bing.com/search?q=tea`. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

export interface SandboxResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** How the response ends too early: the connection is cut in the middle of the body, or stalls before it. */
  readonly end?: 'cut' | 'stall';
}

/** A page, in contrast to the bytes of a broken one. */
export interface SandboxPage extends SandboxResponse {
  readonly body: string;
}

/** Shows one block page. `words` are the query, escaped for HTML. */
export type ShowBlockPage = (words: string, request: SandboxRequest) => SandboxPage;
export type BlockPages = Readonly<Partial<Record<BlockKind, ShowBlockPage>>>;

export interface SandboxSite {
  readonly name: string;
  /** True when the site serves that URL. */
  serves(url: URL): boolean;
  /** Returns the keyword. Its magic keywords are applied before the site responds. */
  keywordOf(request: SandboxRequest): string;
  /** Returns the host name of the query, if its labels can be magic keywords too. */
  hostOf?(request: SandboxRequest): string;
  /**
   * Returns the region in the request, if it is not in one of the usual URL parameters. Pages of two regions differ.
   */
  regionOf?(request: SandboxRequest): string;
  /** Returns an ordinary page in the engine's own markup. Its content depends only on `dataset`. */
  results(request: SandboxRequest, dataset: Dataset): SandboxPage;
  /** Returns the engine's own page for no results. */
  noResults(request: SandboxRequest, dataset: Dataset): SandboxPage;
  /** Block pages by kind, for magic keywords such as `test:captcha`. A kind that is missing shows `blockPage`. */
  readonly blockPages?: BlockPages;
  /** The default block page of the site: a captcha or a soft block. */
  blockPage(request: SandboxRequest, dataset: Dataset): SandboxPage;
}

export const html = (body: string, status = 200): SandboxPage => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body,
});
export const json = (value: unknown, status = 200): SandboxPage => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(value),
});

/** Returns the text escaped for HTML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
