// Limits open streams and exports, in total and per account.
import type { Owner } from '../business/orders/list.ts';
import { errors } from '../contract/errors.ts';

export interface ShareSettings {
  readonly most: number;
  readonly perAccount: number;
}

export interface Shares {
  /** Takes a slot and returns the function that releases it. Throws 429 when none is free. */
  take(whose: string): () => void;
  readonly taken: number;
}

const RETRY_SECONDS = 5;

/** Returns the name under which an owner's slots are counted. */
export const shareOf = ({ account, mode }: Owner): string => (account === null ? 'operator' : `${account} ${mode}`);

export function createShares({ most, perAccount }: ShareSettings): Shares {
  const places = new Set<{ readonly whose: string }>();
  return {
    take: (whose) => {
      const own = [...places].filter((place) => place.whose === whose).length;
      if (places.size >= most || own >= perAccount) throw errors.tooManyStreams(RETRY_SECONDS);
      const place = { whose };
      places.add(place);
      return () => void places.delete(place);
    },
    get taken() {
      return places.size;
    },
  };
}
