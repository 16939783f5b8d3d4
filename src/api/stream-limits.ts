// Limits open streams and exports, in total and per account.
import type { Owner } from '../business/orders/list.ts';
import { errors } from '../contract/errors.ts';

export interface StreamLimitSettings {
  readonly most: number;
  readonly perAccount: number;
}

export interface StreamLimits {
  /** Takes a slot and returns the function that releases it. Throws 429 when none is free. */
  acquire(owner: string): () => void;
  readonly used: number;
}

const RETRY_SECONDS = 5;

/** Returns the name under which an owner's slots are counted. */
export const ownerName = ({ account, mode }: Owner): string => (account === null ? 'operator' : `${account} ${mode}`);

export function createStreamLimits({ most, perAccount }: StreamLimitSettings): StreamLimits {
  const slots = new Set<{ readonly owner: string }>();
  return {
    acquire: (owner) => {
      const ofOwner = [...slots].filter((slot) => slot.owner === owner).length;
      if (slots.size >= most || ofOwner >= perAccount) throw errors.tooManyStreams(RETRY_SECONDS);
      const slot = { owner };
      slots.add(slot);
      return () => void slots.delete(slot);
    },
    get used() {
      return slots.size;
    },
  };
}
