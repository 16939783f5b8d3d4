// Places checks in the transaction that holds their project.
import type { Account, OrderItem } from '../../../contract/order.ts';
import { type Mode, PRIORITIES } from '../../../contract/vocabulary.ts';
import type { Db } from '../../../platform/db.ts';
import { bigintArray, integerArray, smallintArray, textArray } from '../../../platform/db-arrays.ts';
import type { PlaceSettings } from '../../orders/place.ts';

export type CheckSettings = Pick<PlaceSettings, 'retentionDays' | 'archiveDays' | 'deadlineSeconds'>;

/** The account of a project, as prices and labels need it. */
export type CheckAccount = Pick<Account, 'prices' | 'chargeMultiplier' | 'archive' | 'mode'>;

/** Columns of `claim_project()` and `claim_retries()`. */
export interface AccountColumns {
  readonly live: boolean;
  readonly prices: string;
  readonly charge_multiplier: number;
  readonly archive: boolean;
}

export const accountOf = ({ live, prices, charge_multiplier, archive }: AccountColumns): CheckAccount => ({
  mode: (live ? 'live' : 'test') satisfies Mode,
  prices: JSON.parse(prices),
  chargeMultiplier: charge_multiplier,
  archive,
});

export interface CheckOrder {
  readonly keywordId: number;
  readonly item: OrderItem;
}

export interface Chunk {
  readonly accountId: number;
  readonly isLive: boolean;
  readonly projectId: number;
  readonly slot: number;
  /** Index in `PRIORITIES`. */
  readonly priority: number;
  readonly orders: readonly CheckOrder[];
  readonly skipped: readonly { readonly keywordId: number; readonly code: number }[];
  /** The cursor of the slot afterwards. Null: retries, which do not move it. */
  readonly cursor: number | null;
  /** No keyword of the slot is after the cursor. */
  readonly isLast: boolean;
}

export interface PlacedChunk {
  readonly placed: number;
  readonly skipped: number;
  /** Why the project was stopped: credits, limit, budget, key or plan. */
  readonly stopped: string | null;
}

const PLACE = {
  name: 'place_checks',
  text: `select placed, skipped, stopped from place_checks($1, $2, $3, $4, $5, $6, $7, $8, $9, $10,
    row($11::integer[], $12::integer[], $13::double precision)::order_settings, $14, $15, $16, $17)`,
};
/** Checks are no AI requests, so their rate does not matter. */
const NO_AI_RATE = 0;

export async function placeChunk(query: Db['query'], chunk: Chunk, settings: CheckSettings): Promise<PlacedChunk> {
  const { orders, skipped } = chunk;
  const hasLabels = orders.some(({ item }) => item.label);
  const [row] = await query<PlacedChunk>(PLACE, [
    chunk.accountId,
    chunk.isLive,
    chunk.projectId,
    chunk.slot,
    integerArray(orders.map(({ keywordId }) => keywordId)),
    bigintArray(orders.map(({ item }) => item.cost)),
    bigintArray(orders.map(({ item }) => item.overCost)),
    textArray(orders.map(({ item }) => item.request)),
    hasLabels ? textArray(orders.map(({ item }) => item.label ?? '')) : null,
    chunk.priority,
    [settings.retentionDays, settings.archiveDays, settings.archiveDays],
    settings.deadlineSeconds,
    NO_AI_RATE,
    integerArray(skipped.map(({ keywordId }) => keywordId)),
    smallintArray(skipped.map(({ code }) => code)),
    chunk.cursor,
    chunk.isLast,
  ]);
  return row!;
}

export const priorityAt = (index: number) => PRIORITIES[index] ?? 'LOW';
