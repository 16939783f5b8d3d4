// Backlink counts for WHOIS, with a cooldown after a rejected call.
import type { Adapter } from '../sources/adapter.ts';
import type { BacklinkQuery } from '../sources/registries/backlinks.ts';
import type { FetchPage } from '../sources/transport/fetch.ts';

/** A lookup waits for it, so the time is short. */
const MS_MAX = 10_000;

export type CountBacklinks = (name: string) => Promise<number | null>;

/** Returns null when the source has no result. A rejected call starts a cooldown, because every call may cost. */
export function createCountBacklinks(
  adapter: Adapter<BacklinkQuery, number>,
  fetch: FetchPage,
  now: () => number = () => performance.now(),
): CountBacklinks {
  let cooldownUntil = Number.NEGATIVE_INFINITY;
  return async (name) => {
    if (now() < cooldownUntil) return null;
    const query = { name };
    try {
      const page = await fetch(adapter.start(query), { attempt: 1, msMax: MS_MAX });
      return adapter.parse(page, query).found;
    } catch (error) {
      cooldownUntil = now() + ((error as { cooldownSeconds?: number }).cooldownSeconds ?? 0) * 1000;
      return null;
    }
  };
}
