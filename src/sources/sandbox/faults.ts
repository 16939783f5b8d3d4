// The faults of magic keywords, and the count of attempts that had them.
import { createHash } from 'node:crypto';
import type { Dataset } from './dataset.ts';
import type { Fault } from './magic.ts';
import type { SandboxRequest, SandboxResponse, SandboxSite } from './site.ts';

/** The Retry-After of a rate-limited server. */
export const RETRY_AFTER_SECONDS = 7;
const GARBAGE_BYTES = 2048;
const COUNTED_QUERIES_MAX = 10_000;

export function faultOf(fault: Fault, site: SandboxSite, request: SandboxRequest, dataset: Dataset): SandboxResponse {
  // Port 43 has no statuses: a rate-limited server sends a text, and one in trouble closes without any.
  const words = request.url.protocol === 'whois:';
  const text = { 'content-type': 'text/plain; charset=utf-8' };
  switch (fault) {
    case '429':
      if (words) return site.blockPage(request, dataset);
      return { status: 429, headers: { ...text, 'retry-after': String(RETRY_AFTER_SECONDS) }, body: 'Too Many Requests' };
    case '500':
      return { status: 500, headers: text, body: words ? '' : 'Internal Server Error' };
    case 'cut':
      return { ...site.results(request, dataset), end: 'cut' };
    case 'stall':
      return { ...site.results(request, dataset), end: 'stall' };
    case 'garbage': {
      const { status, headers } = site.noResults(request, dataset);
      return { status: 200, ...(status === 200 && headers ? { headers } : {}), body: garbageOf(dataset) };
    }
  }
}

/** Returns bytes that are not text, the same for the same query. */
function garbageOf(dataset: Dataset): Buffer {
  const parts: Buffer[] = [];
  for (let size = 0; size < GARBAGE_BYTES; size += 32)
    parts.push(
      createHash('sha256')
        .update(`${dataset.number('garbage', 1_000_000)} ${size}`)
        .digest(),
    );
  // Without characters that open a tag or an object, so that the bytes are never readable by chance.
  return Buffer.concat(parts).map((byte) => (byte === 0x3c || byte === 0x7b || byte === 0x5b ? 0 : byte)) as Buffer;
}

/** Counts requests that do not carry their attempt number. */
export interface AttemptCounter {
  /** Returns the number of this attempt, from 1. */
  count(site: SandboxSite, request: SandboxRequest): number;
}

export function createAttemptCounter(): AttemptCounter {
  // A map keeps insertion order, so the first entry is the oldest.
  const counts = new Map<string, number>();
  return {
    count(site, request) {
      // A lookup queries several WHOIS servers in turn. They count as one attempt.
      const query = request.url.protocol === 'whois:' ? site.keywordOf(request) : `${request.method} ${request.url.href}\n${request.body}`;
      const key = createHash('sha256').update(`${site.name}\n${query}`).digest('base64');
      const number = (counts.get(key) ?? 0) + 1;
      counts.delete(key);
      counts.set(key, number);
      if (counts.size > COUNTED_QUERIES_MAX) counts.delete(counts.keys().next().value!);
      return number;
    },
  };
}
