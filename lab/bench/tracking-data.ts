// Rank history as it usually moves: generated points of many keywords, always the same ones.
import type { StoredPoint } from '#product/business/tracking/types.js';

export interface MovingKeyword {
  /** The point of the next day. */
  next(slot: number): StoredPoint;
}

const COMPETITORS = 5;
const TOP = 10;
/** Shares of the days on which something changes, as captured result pages of consecutive days suggest. */
const SAME_POSITION = 0.55;
const FEATURE_CHANGES = 0.15;
const NEIGHBOURS_SWAP = 0.5;
const PAGE_ENTERS = 0.35;
const CHECK_FAILS = 0.01;
const FEATURE_BITS = 13;

/** A small generator whose sequence depends on the seed only. */
function createRandom(seed: number): () => number {
  let state = (seed * 7919 + 1) % 2_147_483_647;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

export function createMovingKeyword(seed: number): MovingKeyword {
  const random = createRandom(seed);
  const moved = (position: number): number =>
    random() < SAME_POSITION ? position : Math.min(100, Math.max(1, position + Math.round((random() - 0.5) * 6)));
  let position = 1 + Math.floor(random() * 30);
  let competitors = Array.from({ length: COMPETITORS }, () => 1 + Math.floor(random() * 50));
  let top = Array.from({ length: TOP }, (_, index) => 1 + seed * 12 + index);
  let features = 0b101_0010_0001;
  let newPage = 500_000 + seed * 400;
  let pageId = top[0]!;
  return {
    next: (slot) => {
      position = moved(position);
      competitors = competitors.map(moved);
      if (random() < FEATURE_CHANGES) features ^= 1 << Math.floor(random() * FEATURE_BITS);
      top = [...top];
      if (random() < NEIGHBOURS_SWAP) {
        const at = Math.floor(random() * (TOP - 1));
        [top[at], top[at + 1]] = [top[at + 1]!, top[at]!];
      }
      if (random() < PAGE_ENTERS) {
        top.splice(Math.floor(random() * TOP), 0, newPage++);
        top.length = TOP;
      }
      if (random() < 0.02) pageId = top[Math.floor(random() * TOP)]!;
      if (random() < CHECK_FAILS) return { ...NOTHING, slot, code: 11 };
      return { slot, code: 1, position, rank: position + 4, depth: 100, pageId, features, owned: 0, cited: 0, competitors, top };
    },
  };
}

const NOTHING = { position: 0, rank: 0, depth: 0, pageId: 0, features: 0, owned: 0, cited: 0, competitors: [], top: [] } as const;
