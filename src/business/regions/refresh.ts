// Downloads and imports Google's published list of geographic targets.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { AnswerTooLong, type HttpAnswer, type HttpClient } from '../../platform/http.ts';
import { isZip, unzipFirst, ZipProblem } from '../../platform/zip.ts';
import { type ImportCounts, importGeotargets } from './import.ts';

/** The list was 23 MB in 2026, 3 MB as a ZIP archive. */
const BYTES_MAX = 128 * 1024 * 1024;
const MS_MAX = 120_000;
const REDIRECTS_MAX = 3;
/** A shorter list is truncated or another list. The published one had 273,644 rows in July 2026. */
const ROWS_MIN = 50_000;
/** Links on the page of published lists, such as /static/google-ads/api/data/geo/geotargets-2026-08-12.csv.zip. */
const LINK = /["'(]([^"'()\s]*geotargets-(\d{4}-\d{2}-\d{2})\.csv(?:\.zip|\.gz)?)["')]/g;
const LIST_FILE = 'geotargets.csv';

/** The refresh failed and the previous list stays in use. The message is for the operator. */
export class GeotargetsProblem extends Error {}

export interface RefreshedRegions extends ImportCounts {
  /** URL of the list. */
  readonly url: string;
  /** The date in the list's file name, or null. */
  readonly publishedAt: string | null;
}

export interface RefreshOptions {
  readonly rowsMin?: number;
  readonly onProgress?: (counts: Readonly<ImportCounts>) => void;
}

/** `url` is the page with links to the lists, or a list itself: CSV, gzip or ZIP. Replaces only after a full read. */
export async function refreshGeotargets(
  client: HttpClient,
  url: string,
  dataDir: string,
  { rowsMin = ROWS_MIN, onProgress }: RefreshOptions = {},
): Promise<RefreshedRegions> {
  let found = await download(client, url);
  if (isPage(found.answer)) found = await download(client, newestLink(found.answer.body.toString('utf8'), found.url));
  if (isPage(found.answer)) throw new GeotargetsProblem(`${found.url} is a page and not a list. The previous list stays in use.`);
  const csv = csvOf(found.answer.body, found.url);
  const rows = countLines(csv) - 1;
  if (rows < rowsMin)
    throw new GeotargetsProblem(`${found.url} has only ${rows} targets; at least ${rowsMin} are expected. The previous list stays in use.`);
  mkdirSync(dataDir, { recursive: true });
  const file = path.join(dataDir, LIST_FILE);
  writeFileSync(`${file}.new`, csv);
  try {
    const counts = await importGeotargets(`${file}.new`, dataDir, onProgress ? { onProgress } : {});
    renameSync(`${file}.new`, file);
    return { ...counts, url: found.url, publishedAt: /geotargets-(\d{4}-\d{2}-\d{2})/.exec(found.url)?.[1] ?? null };
  } catch (error) {
    rmSync(`${file}.new`, { force: true });
    throw new GeotargetsProblem(`${found.url} could not be imported: ${(error as Error).message}. The previous list stays in use.`, {
      cause: error,
    });
  }
}

interface Download {
  readonly url: string;
  readonly answer: HttpAnswer;
}

async function download(client: HttpClient, start: string): Promise<Download> {
  let url = start;
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
    const answer = await askFor(client, url);
    const location = answer.status >= 300 && answer.status < 400 ? answer.headers.location : undefined;
    if (location === undefined) {
      if (answer.status !== 200) throw new GeotargetsProblem(`${url} returned status ${answer.status}. The previous list stays in use.`);
      return { url, answer };
    }
    url = new URL(location, url).href;
  }
  throw new GeotargetsProblem(`${start} redirects too often. The previous list stays in use.`);
}

async function askFor(client: HttpClient, url: string): Promise<HttpAnswer> {
  try {
    return await client.ask({ url, headers: { accept: '*/*', 'accept-encoding': 'gzip' }, bytesMax: BYTES_MAX, msMax: MS_MAX });
  } catch (error) {
    const why = error instanceof AnswerTooLong ? 'is too long' : 'could not be fetched';
    throw new GeotargetsProblem(`${url} ${why}. The previous list stays in use.`, { cause: error });
  }
}

const isPage = (answer: HttpAnswer): boolean => /^\s*(?:<!doctype html|<html|<head)/i.test(answer.body.toString('latin1', 0, 256));

/** Returns the link with the latest date. Dates sort as text. */
function newestLink(page: string, base: string): string {
  const links = [...page.matchAll(LINK)].map(([, link = '', date = '']) => ({ link, date }));
  const newest = links.reduce<(typeof links)[number] | null>((best, one) => (best && best.date >= one.date ? best : one), null);
  if (!newest) throw new GeotargetsProblem(`${base} has no link to a list of geographic targets. Set GEOTARGETS_URL to the list itself.`);
  return new URL(newest.link, base).href;
}

const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

function csvOf(bytes: Buffer, url: string): Buffer {
  try {
    if (isZip(bytes)) return unzipFirst(bytes, '.csv', BYTES_MAX);
    return isGzip(bytes) ? gunzipSync(bytes, { maxOutputLength: BYTES_MAX }) : bytes;
  } catch (error) {
    const why = error instanceof ZipProblem ? error.message : 'it could not be decompressed';
    throw new GeotargetsProblem(`${url} could not be read: ${why}. The previous list stays in use.`, { cause: error });
  }
}

function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines++;
  return lines;
}
