// Downloads a published list, and replaces the local copy only when the new list is usable.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type HttpClient, type HttpResponse, ResponseTooLong } from './http.ts';

/** The new list cannot be used. `message` is meant for the operator. */
export class ListProblem extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`${reason}. The previous list stays in use.`, cause === undefined ? {} : { cause });
  }
}

export interface DownloadSettings {
  readonly accept: string;
  readonly bytesMax: number;
  readonly msMax: number;
  /** Default: 0, a redirect is an error. */
  readonly redirectsMax?: number;
}

export interface DownloadedList {
  /** The URL after redirects. */
  readonly url: string;
  readonly body: Buffer;
}

/** Throws `ListProblem` unless the server returns status 200 and the whole body within the limits. */
export async function downloadList(client: HttpClient, start: string, settings: DownloadSettings): Promise<DownloadedList> {
  const { redirectsMax = 0 } = settings;
  let url = start;
  for (let redirects = 0; ; redirects++) {
    const { status, headers, body } = await fetchOnce(client, url, settings);
    if (status === 200) return { url, body };
    const location = status >= 300 && status < 400 ? headers.location : undefined;
    if (location === undefined || redirectsMax === 0) throw new ListProblem(`${url} returned status ${status}`);
    if (redirects === redirectsMax) throw new ListProblem(`${start} redirects too often`);
    url = new URL(location, url).href;
  }
}

async function fetchOnce(client: HttpClient, url: string, { accept, bytesMax, msMax }: DownloadSettings): Promise<HttpResponse> {
  try {
    return await client.request({ url, headers: { accept, 'accept-encoding': 'gzip' }, bytesMax, msMax });
  } catch (error) {
    throw new ListProblem(`${url} ${error instanceof ResponseTooLong ? 'is too long' : 'could not be fetched'}`, error);
  }
}

/** Writes the list beside `file` and calls `judge` with that path. Replaces `file` when `judge` returns; removes the draft when it throws. */
export async function replaceList<T>(file: string, content: Buffer | string, judge: (draft: string) => T | Promise<T>): Promise<T> {
  const draft = `${file}.new`;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(draft, content);
  try {
    const judged = await judge(draft);
    renameSync(draft, file);
    return judged;
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
