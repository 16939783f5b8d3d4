// Downloads IANA's list of RDAP servers and replaces the previous one.
import type { HttpClient } from '../../platform/http.ts';
import { downloadList, ListProblem, replaceList } from '../../platform/list-download.ts';
import { type Bootstrap, loadBootstrap, readBootstrap } from './bootstrap.ts';

/** The list had 60 KB in 2026. */
const DOWNLOAD = { accept: 'application/json', bytesMax: 4 * 1024 * 1024, msMax: 30_000 };
/** A list with a smaller share of the known top-level domains was cut off, or is another list. */
const LEAST_PART = 0.5;

export interface Refreshed {
  readonly topLevelDomains: number;
  readonly servers: number;
  readonly publishedAt: string | null;
  readonly file: string;
}

/** Throws `ListProblem` and keeps the previous list unless the new one is complete and plausible. */
export async function refreshBootstrap(client: HttpClient, url: string, file: string): Promise<Refreshed> {
  const text = (await downloadList(client, url, DOWNLOAD)).body.toString('utf8');
  const table = await replaceList(file, text, () => judge(text, url));
  const publishedAt = table.publishedMs > 0 ? new Date(table.publishedMs).toISOString() : null;
  return { topLevelDomains: table.size, servers: table.hosts.size, publishedAt, file };
}

function judge(text: string, url: string): Bootstrap {
  let table: Bootstrap;
  try {
    table = readBootstrap(text);
  } catch (error) {
    throw new ListProblem(`${url} is not a list of RDAP servers`, error);
  }
  const shipped = loadBootstrap();
  if (table.size < shipped.size * LEAST_PART)
    throw new ListProblem(`${url} has only ${table.size} of ${shipped.size} known top-level domains`);
  return table;
}
