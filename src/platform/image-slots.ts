// Limits concurrent image fetches, in total and per account. Further ones wait in order for a limited time.
import { type ByteBudget, createByteBudget, type Reservation } from './byte-budget.ts';
import { type FetchImage, ImagesBusy } from './image-fetch.ts';

export interface ImageSlotSettings {
  readonly most: number;
  readonly perAccount: number;
  /** Fetches of one account that run or wait. Further ones fail at once. */
  readonly perAccountWaiting: number;
  readonly waitMsMax: number;
}

export const IMAGE_SLOTS: ImageSlotSettings = { most: 16, perAccount: 8, perAccountWaiting: 200, waitMsMax: 10_000 };

/** An account's own slots. It waits for one of them first, so that it cannot fill the queue of all accounts. */
interface Share {
  readonly slots: ByteBudget;
  users: number;
}

export function limitImages(fetch: FetchImage, settings: ImageSlotSettings = IMAGE_SLOTS): FetchImage {
  const total = createByteBudget(settings.most);
  const shares = new Map<number, Share>();

  const reserve = (slots: ByteBudget, signal: AbortSignal): Promise<Reservation> =>
    slots.reserve(1, signal).catch((error: unknown) => {
      throw new ImagesBusy(error);
    });
  return async (url, account) => {
    const share = shares.get(account) ?? { slots: createByteBudget(settings.perAccount), users: 0 };
    if (share.users >= settings.perAccountWaiting) throw new ImagesBusy();
    shares.set(account, share);
    share.users += 1;
    const held: Reservation[] = [];
    try {
      const signal = AbortSignal.timeout(settings.waitMsMax);
      held.push(await reserve(share.slots, signal));
      held.push(await reserve(total, signal));
      return await fetch(url, account);
    } finally {
      for (const slot of held) slot.release();
      share.users -= 1;
      if (share.users === 0) shares.delete(account);
    }
  };
}
