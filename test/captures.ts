// Hand-written captures for the tests of REPLAY_DIR: result pages of Bing, WARC records, HAR files, SERPs with raw pages.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

/** Writes files into a new folder. */
export function writeFolder(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'sextant replay '));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  return folder;
}

/** A result page of Bing with ten results from number `first` on. `next` is the number behind its "next" link. */
export function resultPage(word: string, first = 1, next: number | null = null): string {
  const results = Array.from(
    { length: 10 },
    (_, index) =>
      `<li class="b_algo"><h2><a href="https://shop${first + index}.example/${word}">All about ${word}, part ${first + index}</a></h2>` +
      `<div class="b_caption"><p>What you should know about ${word} before you buy.</p></div></li>`,
  );
  const link = next === null ? '' : `<li class="b_pag"><a class="sb_pagN" href="/search?q=${word}&amp;first=${next}">Next</a></li>`;
  return `<!DOCTYPE html><html lang="en"><body><div id="b_content"><ol id="b_results">${results.join('')}${link}</ol></div></body></html>`;
}

/** The URL that a search for this word in the United States requests. */
export const bingUrl = (word: string, first = 1): string =>
  `https://www.bing.com/search?q=${word}&mkt=en-US&setlang=en&cc=US&first=${first}`;

export const httpResponse = (body: string | Buffer, headers: readonly string[] = ['Content-Type: text/html'], status = '200 OK'): Buffer =>
  Buffer.concat([Buffer.from(`HTTP/1.1 ${status}\r\n${headers.join('\r\n')}\r\n\r\n`), Buffer.from(body)]);

export function warcRecord(url: string, block: Buffer, type = 'response'): Buffer {
  const head = `WARC/1.1\r\nWARC-Type: ${type}\r\nWARC-Target-URI: ${url}\r\nContent-Type: application/http; msgtype=${type}\r\nContent-Length: ${block.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), block, Buffer.from('\r\n\r\n')]);
}

export const compressedWarc = (records: readonly Buffer[]): Buffer => Buffer.concat(records.map((record) => gzipSync(record)));

export interface HarPage {
  readonly url: string;
  readonly text?: string;
  readonly method?: string;
  readonly body?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly encoding?: string;
}

export const harOf = (pages: readonly HarPage[]): string =>
  JSON.stringify({
    log: {
      version: '1.2',
      creator: { name: 'by "hand"', version: '1', comment: '{"entries": [}' },
      entries: pages.map(({ url, text, method = 'GET', body, status = 200, headers = { 'Content-Type': 'text/html' }, encoding }) => ({
        request: { method, url, headers: [], ...(body === undefined ? {} : { postData: { mimeType: 'text/plain', text: body } }) },
        response: {
          status,
          headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
          content: { size: 0, mimeType: 'text/html', ...(text === undefined ? {} : { text }), ...(encoding ? { encoding } : {}) },
        },
      })),
    },
  });

/** A SERP as the API returns it, with the fields that count. */
export const serpWith = (keyword: string, raw: readonly string[], fields: object = {}): object => ({
  id: '0'.repeat(24),
  keyword,
  region: { canonicalName: 'United States', countryCode: 'US' },
  searchEngine: 'bing',
  isMobile: false,
  language: 'en',
  data: { organic: [], raw },
  ...fields,
});
