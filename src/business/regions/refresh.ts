// Downloads and imports Google's published list of geographic targets.
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { HttpClient } from '../../platform/http.ts';
import { type DownloadedList, downloadList, ListProblem, replaceList } from '../../platform/list-download.ts';
import { isZip, unzipFirst, ZipProblem } from '../../platform/zip.ts';
import { type ImportCounts, importGeotargets } from './import.ts';

/** The list had 23 MB in 2026, 3 MB as a ZIP archive. */
const BYTES_MAX = 128 * 1024 * 1024;
const DOWNLOAD = { accept: '*/*', bytesMax: BYTES_MAX, msMax: 120_000, redirectsMax: 3 };
/** A list with fewer targets was cut off, or is another list. The published one had 273,644 rows in July 2026. */
const ROWS_MIN = 50_000;
/** Links on the page that names the published lists, such as /static/google-ads/api/data/geo/geotargets-2026-08-12.csv.zip. */
const LINK = /["'(]([^"'()\s]*geotargets-(\d{4}-\d{2}-\d{2})\.csv(?:\.zip|\.gz)?)["')]/g;
const LIST_FILE = 'geotargets.csv';

export interface RefreshedRegions extends ImportCounts {
  /** The URL of the list. */
  readonly url: string;
  /** The date in the list's name, or null. */
  readonly publishedAt: string | null;
}

export interface RefreshOptions {
  readonly rowsMin?: number;
  readonly onProgress?: (counts: Readonly<ImportCounts>) => void;
}

/**
 * `url` is the page with links to the lists, or a list itself: CSV, gzip or ZIP.
 * Throws `ListProblem` and keeps the previous list unless the new one is complete.
 */
export async function refreshGeotargets(
  client: HttpClient,
  url: string,
  dataDir: string,
  { rowsMin = ROWS_MIN, onProgress }: RefreshOptions = {},
): Promise<RefreshedRegions> {
  let found = await downloadList(client, url, DOWNLOAD);
  if (isPage(found)) found = await downloadList(client, newestLink(found), DOWNLOAD);
  if (isPage(found)) throw new ListProblem(`${found.url} is a page and not a list`);
  const csv = csvOf(found);
  const rows = countLines(csv) - 1;
  if (rows < rowsMin) throw new ListProblem(`${found.url} has only ${rows} targets; at least ${rowsMin} are expected`);
  const importDraft = (draft: string) => importGeotargets(draft, dataDir, onProgress ? { onProgress } : {});
  const counts = await replaceList(path.join(dataDir, LIST_FILE), csv, importDraft).catch((error: Error) => {
    throw new ListProblem(`${found.url} could not be imported: ${error.message}`, error);
  });
  return { ...counts, url: found.url, publishedAt: /geotargets-(\d{4}-\d{2}-\d{2})/.exec(found.url)?.[1] ?? null };
}

const isPage = ({ body }: DownloadedList): boolean => /^\s*(?:<!doctype html|<html|<head)/i.test(body.toString('latin1', 0, 256));

/** Returns the link with the latest date. Dates sort as text. */
function newestLink({ body, url }: DownloadedList): string {
  const links = [...body.toString('utf8').matchAll(LINK)].map(([, link = '', date = '']) => ({ link, date }));
  const newest = links.reduce<(typeof links)[number] | null>((best, one) => (best && best.date >= one.date ? best : one), null);
  if (!newest) throw new ListProblem(`${url} has no link to a list of geographic targets. Set GEOTARGETS_URL to the list itself`);
  return new URL(newest.link, url).href;
}

const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

function csvOf({ body, url }: DownloadedList): Buffer {
  try {
    if (isZip(body)) return unzipFirst(body, '.csv', BYTES_MAX);
    return isGzip(body) ? gunzipSync(body, { maxOutputLength: BYTES_MAX }) : body;
  } catch (error) {
    throw new ListProblem(
      `${url} could not be read: ${error instanceof ZipProblem ? error.message : 'it could not be decompressed'}`,
      error,
    );
  }
}

function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines++;
  return lines;
}
