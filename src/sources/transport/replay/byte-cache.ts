// A cache of captured responses that is limited in bytes. The response used longest ago is dropped first.
import type { CapturedPage, CapturedResponse } from './capture.ts';

export interface ByteCache {
  get(page: CapturedPage): CapturedResponse | undefined;
  set(page: CapturedPage, response: CapturedResponse): void;
}

export function createByteCache(bytesMax: number): ByteCache {
  const responses = new Map<CapturedPage, CapturedResponse>();
  let size = 0;
  return {
    get: (page) => {
      const response = responses.get(page);
      if (response === undefined) return undefined;
      // The order of a map is the order of insertion.
      responses.delete(page);
      responses.set(page, response);
      return response;
    },
    set: (page, response) => {
      if (responses.has(page)) return;
      responses.set(page, response);
      size += response.bytes.length;
      for (const [oldest, { bytes }] of responses) {
        if (size <= bytesMax) break;
        responses.delete(oldest);
        size -= bytes.length;
      }
    },
  };
}
