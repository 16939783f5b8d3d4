// The interface of a sandbox site.

import type { Dataset } from './dataset.ts';
import type { BlockKind } from './magic.ts';

/** A request as it reached the sandbox, under the address that the real engine has. */
export interface SandboxRequest {
  readonly method: string;
  /** The real address, such as `https://www.bing.com/search?q=tea`. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

export interface SandboxAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** How the answer ends too early: the connection is cut in the middle of the body, or falls silent before it. */
  readonly end?: 'cut' | 'stall';
}

/** A page, as opposed to the bytes of a broken one. */
export interface SandboxPage extends SandboxAnswer {
  readonly body: string;
}

/** Shows one block page. `words` are the query, escaped for HTML. */
export type ShowBlockPage = (words: string, request: SandboxRequest) => SandboxPage;
export type BlockPages = Readonly<Partial<Record<BlockKind, ShowBlockPage>>>;

export interface SandboxSite {
  readonly name: string;
  /** Is this the site behind that address? */
  serves(url: URL): boolean;
  /** The words asked for. Magic words in them steer the sandbox before the site is asked. */
  keywordOf(request: SandboxRequest): string;
  /** The host name that is asked about, where labels of names are magic words too. */
  hostOf?(request: SandboxRequest): string;
  /** The region in the request, where it is not in one of the usual URL parameters. Pages of two regions differ. */
  regionOf?(request: SandboxRequest): string;
  /** An ordinary page in the engine's own markup. Only `dataset` decides what stands on it. */
  results(request: SandboxRequest, dataset: Dataset): SandboxPage;
  /** The engine's own "nothing found" page. */
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

/** Text made safe for HTML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
