// Places for answers that last: so many in all, and so many for one account, so that nobody keeps the others out.
import type { Owner } from '../business/orders/list.ts';
import { errors } from '../contract/errors.ts';

export interface ShareSettings {
  readonly most: number;
  readonly perAccount: number;
}

export interface Shares {
  /** Answers how to leave, which counts once; throws 429 when there is no place left. */
  take(whose: string): () => void;
  readonly taken: number;
}

const RETRY_SECONDS = 5;

/** Under which name an owner's places are counted. */
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
