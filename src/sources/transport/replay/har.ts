// Reads HAR files, as browsers and proxies export them: the requests and responses of one session as JSON.
import { statSync } from 'node:fs';
import { type CapturedExchange, type CapturedResponse, isPage, ReplayProblem, readRange } from './capture.ts';
import { elementRanges } from './json-ranges.ts';

/** The whole file is read once, at the start. */
const FILE_BYTES_MAX = 1024 ** 3;

interface HarEntry {
  readonly request: { readonly method: string; readonly url: string; readonly postData?: { readonly text?: string } };
  readonly response: {
    readonly status: number;
    readonly headers: readonly { readonly name: string; readonly value: string }[];
    readonly content: { readonly mimeType?: string; readonly text?: string; readonly encoding?: string };
  };
}

/** Returns the pages of a HAR file. Throws `ReplayProblem` with the number of a damaged entry. */
export function readHar(file: string): CapturedExchange[] {
  const { size } = statSync(file);
  if (size > FILE_BYTES_MAX) throw new ReplayProblem(`${file} is larger than 1 GB: split it.`);
  const bytes = readRange(file, 0, size);
  let ranges: ReturnType<typeof elementRanges>;
  try {
    ranges = elementRanges(bytes, ['log', 'entries']);
  } catch (error) {
    throw new ReplayProblem(`${file} is not a HAR file: ${(error as Error).message}.`);
  }
  return ranges.flatMap(({ from, to }, index) => {
    try {
      const entry = JSON.parse(bytes.toString('utf8', from, to)) as HarEntry;
      const { status, headers } = responseOf(entry);
      if (!URL.canParse(entry.request.url)) throw new Error('the URL is not valid');
      const hasText = typeof entry.response.content.text === 'string' || (status >= 300 && status < 400);
      if (!hasText || !isPage(status, headers)) return [];
      const { method, url, postData } = entry.request;
      const read = (part: Buffer): CapturedResponse => responseOf(JSON.parse(part.toString('utf8')) as HarEntry);
      return [{ method: method.toUpperCase(), url, body: postData?.text, page: { file, offset: from, length: to - from, read } }];
    } catch (error) {
      const reason = error instanceof TypeError ? 'fields of the request or the response are missing' : (error as Error).message;
      throw new ReplayProblem(`${file}, entry ${index + 1}: ${reason}.`);
    }
  });
}

/** The text of an entry is already decompressed and, without base64, decoded. */
function responseOf({ response }: HarEntry): CapturedResponse {
  const { text = '', encoding, mimeType } = response.content;
  const headers = Object.fromEntries(response.headers.map(({ name, value }) => [name.toLowerCase(), value]));
  delete headers['content-encoding'];
  delete headers['content-length'];
  const type = headers['content-type'] ?? mimeType ?? 'text/html';
  const isBase64 = encoding === 'base64';
  headers['content-type'] = isBase64 ? type : `${type.split(';')[0]!.trim()}; charset=utf-8`;
  return { status: response.status, headers, bytes: Buffer.from(text, isBase64 ? 'base64' : 'utf8'), compression: undefined };
}
