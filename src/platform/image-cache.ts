// Images in memory, limited in bytes. Concurrent calls for one URL share one fetch.
import { type FetchImage, type Image, ImageProblem, ImagesBusy } from './image-fetch.ts';

export interface ImageCacheSettings {
  readonly bytesMax: number;
  readonly ttlMs: number;
  /** For images that could not be loaded, so that a page with many of them does not repeat every attempt. */
  readonly failureTtlMs: number;
  readonly now: () => number;
}

const DEFAULTS: ImageCacheSettings = { bytesMax: 32_000_000, ttlMs: 3_600_000, failureTtlMs: 60_000, now: () => performance.now() };
/** Counted for every entry beside its bytes: the URL and the objects around it. */
const ENTRY_BYTES = 1024;

interface Entry {
  readonly result: Image | ImageProblem;
  readonly bytes: number;
  readonly until: number;
}

export function cacheImages(fetch: FetchImage, settings: Partial<ImageCacheSettings> = {}): FetchImage {
  const { bytesMax, ttlMs, failureTtlMs, now } = { ...DEFAULTS, ...settings };
  // A map keeps the order of insertion, so the least recently used entry is the first.
  const entries = new Map<string, Entry>();
  const loading = new Map<string, { readonly account: number; readonly image: Promise<Image> }>();
  let held = 0;

  const remove = (url: string): void => {
    held -= entries.get(url)?.bytes ?? 0;
    entries.delete(url);
  };
  const store = (url: string, result: Entry['result'], ms: number): void => {
    remove(url);
    const bytes = ENTRY_BYTES + (result instanceof ImageProblem ? 0 : result.bytes.length);
    entries.set(url, { result, bytes, until: now() + ms });
    held += bytes;
    for (const [oldest] of entries) {
      if (held <= bytesMax) break;
      remove(oldest);
    }
  };
  const load = async (url: string, account: number): Promise<Image> => {
    try {
      const image = await fetch(url, account);
      store(url, image, ttlMs);
      return image;
    } catch (error) {
      if (error instanceof ImageProblem && !(error instanceof ImagesBusy)) store(url, error, failureTtlMs);
      throw error;
    } finally {
      loading.delete(url);
    }
  };

  const read: FetchImage = (url, account) => {
    const entry = entries.get(url);
    if (entry && entry.until > now()) {
      entries.delete(url);
      entries.set(url, entry);
      return entry.result instanceof ImageProblem ? Promise.reject(entry.result) : Promise.resolve(entry.result);
    }
    const running = loading.get(url) ?? { account, image: load(url, account) };
    loading.set(url, running);
    if (running.account === account) return running.image;
    // The slots of another account say nothing about those of this one.
    return running.image.catch((error: unknown) => {
      if (error instanceof ImagesBusy) return read(url, account);
      throw error;
    });
  };
  return read;
}
