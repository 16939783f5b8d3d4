// Fetches and validates the root registry's table of RDAP servers, and replaces the last one.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { AnswerTooLong, type HttpAnswer, type HttpClient } from '../../platform/http.ts';
import { type Bootstrap, loadBootstrap, readBootstrap } from './bootstrap.ts';

/** The whole table had 60 KB in 2026. */
const BYTES_MAX = 4 * 1024 * 1024;
const MS_MAX = 30_000;
/** A table with less than this share of the known top-level domains is truncated or wrong. */
const LEAST_PART = 0.5;

/** Why the last table stays in use. `message` is for operators. */
export class RefreshProblem extends Error {}

export interface Refreshed {
  readonly topLevelDomains: number;
  readonly servers: number;
  readonly publishedAt: string | null;
  readonly file: string;
}

/** Writes nothing unless the whole table was parsed and is valid. */
export async function refreshBootstrap(client: HttpClient, url: string, file: string): Promise<Refreshed> {
  const text = await fetchTable(client, url);
  let table: Bootstrap;
  try {
    table = readBootstrap(text);
  } catch (error) {
    throw new RefreshProblem(`${url} is not a list of RDAP servers. The previous list stays in use.`, { cause: error });
  }
  const shipped = loadBootstrap();
  if (table.size < shipped.size * LEAST_PART)
    throw new RefreshProblem(`${url} has only ${table.size} of ${shipped.size} known top-level domains. The previous list stays in use.`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
  const publishedAt = table.publishedMs > 0 ? new Date(table.publishedMs).toISOString() : null;
  return { topLevelDomains: table.size, servers: table.hosts.size, publishedAt, file };
}

async function fetchTable(client: HttpClient, url: string): Promise<string> {
  let answer: HttpAnswer;
  try {
    answer = await client.ask({
      url,
      headers: { accept: 'application/json', 'accept-encoding': 'gzip' },
      bytesMax: BYTES_MAX,
      msMax: MS_MAX,
    });
  } catch (error) {
    const why = error instanceof AnswerTooLong ? 'is too long' : 'could not be fetched';
    throw new RefreshProblem(`${url} ${why}. The previous list stays in use.`, { cause: error });
  }
  if (answer.status !== 200) throw new RefreshProblem(`${url} returned status ${answer.status}. The previous list stays in use.`);
  return answer.body.toString('utf8');
}
