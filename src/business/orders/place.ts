// Places orders: idempotency, charge, objects and queue in one transaction for concurrent orders.
import { errors } from '../../contract/errors.ts';
import type { Order, Placed } from '../../contract/order.ts';
import { type Mode, PRIORITIES } from '../../contract/vocabulary.ts';
import { coalesce } from '../../platform/coalesce.ts';
import { DatabaseUnavailable, type Db, type Statement } from '../../platform/db.ts';
import { bigintArray, booleanArray, byteArray, integerArray, smallintArray, textArray } from '../../platform/db-arrays.ts';
import { createBudgetedPlace, type PlaceOne } from './budget.ts';
import { needsOwnTransaction, recordResponse, replaceCharge } from './lookup-charge.ts';
import { recordTasks } from './tasks.ts';

/** Minimum number of orders for a concurrent call while the responses of another are written. Fewer cost more. */
const CONCURRENT_MIN = 32;

/** In seconds. No AI request is that far in the future. */
const NO_AI_RATE = -86_400;

export interface PlaceSettings {
  readonly retentionDays: number;
  readonly archiveDays: number;
  /** Seconds from being due to the deadline, for LOW, NORMAL, REALTIME, INSTANT and AI jobs. */
  readonly deadlineSeconds: readonly number[];
  /** Grace period for scheduled AI jobs, because the service may have been down at their time. */
  readonly aiGraceDays: number;
  readonly aiRateSeconds: number;
  /** Maximum items per shared transaction, and maximum concurrent transactions. */
  readonly itemsMax: number;
  readonly callsMax: number;
  /** Returns whether the service is overloaded. */
  readonly overloaded?: () => boolean;
  /** Nothing new is accepted while this is true: a full disk would stop the database. */
  readonly isDiskFull?: () => boolean;
}

/** Three composite values, with fields in the order of `parametersOf`. The labels follow as $19. */
const ORDERS_AND_ITEMS = `row($1, $2, $3, $4, $5, $6, $7, $8, $9)::new_orders, row($10, $11, $12, $13, $14, $15)::new_items,
  row($16, $17, $18)::order_settings`;
const PLACE = {
  name: 'place',
  text: `select * from place_orders(${ORDERS_AND_ITEMS}, $19::text[])`,
};

const PLACE_REUSABLE = {
  name: 'place_reusable_orders',
  text: `select * from place_reusable_orders(${ORDERS_AND_ITEMS}, row($20, $21, $22, $23, $24)::reuse_terms, $19::text[])`,
};
/** Poll interval of an object that waits for another one's result. Usually it is woken sooner. */
export const REUSE_POLL_SECONDS = 5;

interface PlacedRow {
  readonly verdict: string;
  readonly seconds: number | null;
  readonly bound: number | null;
  readonly needed: number | null;
  readonly ids: string[];
  readonly over: boolean[];
  readonly response: Buffer | null;
  readonly at: Date;
  readonly ready?: boolean[];
}

const isLive = (mode: Mode): boolean => mode === 'live';

export type PlaceOrder = (order: Order) => Promise<Placed>;

export function createPlaceOrder(db: Db, settings: PlaceSettings): PlaceOrder {
  const placeBy =
    (statement: Statement, more: (orders: readonly Order[]) => unknown[]) =>
    async (orders: Order[]): Promise<Placed[]> => {
      // Sorted by account mode, so that each is processed once and locks are always taken in the same order.
      const sorted = orders
        .map((order, index) => ({ order, index }))
        .sort(
          (a, b) => a.order.account.id - b.order.account.id || Number(isLive(a.order.account.mode)) - Number(isLive(b.order.account.mode)),
        );
      const inOrder = sorted.map(({ order }) => order);
      const rows = await db.query<PlacedRow>(statement, [...parametersOf(inOrder, settings), ...more(inOrder)]);
      const results = new Array<Placed>(orders.length);
      for (const [position, { index }] of sorted.entries()) results[index] = toPlaced(rows[position]!);
      return results;
    };
  const batching = {
    weightMax: settings.itemsMax,
    weightOf: (order: Order) => order.items.length,
    callsMax: settings.callsMax,
    concurrentMin: CONCURRENT_MIN,
    overloaded: settings.overloaded,
    separable: (error: unknown) => !(error instanceof DatabaseUnavailable),
  };
  const [place, placeReusable] = [
    coalesce(
      placeBy(PLACE, () => []),
      batching,
    ),
    coalesce(placeBy(PLACE_REUSABLE, reuseParameters), batching),
  ];
  // Deadlines apply to a whole call, so scheduled orders have separate calls. They are rare: AI has a rate limit.
  const placeScheduled = coalesce(
    placeBy(PLACE, () => []),
    batching,
  );
  const isReusable = ({ items }: Order): boolean => items.some(({ reuse }) => reuse !== undefined);
  const placeOne: PlaceOne = async (query, order) => {
    if (!order.dryRun) await replaceCharge(query, order);
    const [statement, more] = isReusable(order) ? [PLACE_REUSABLE, reuseParameters([order])] : [PLACE, []];
    const [row] = await query<PlacedRow>(statement, [...parametersOf([order], settings), ...more]);
    const result = toPlaced(row!);
    if (result.verdict === 'placed' && !order.dryRun) {
      await recordTasks(query, order, result.ids);
      await recordResponse(query, order);
    }
    return result;
  };
  const withinBudget = createBudgetedPlace(db, placeOne);
  return (order) => {
    if (settings.isDiskFull?.()) return Promise.reject(errors.diskFull());
    if (order.account.budget !== undefined) return withinBudget(order);
    if (order.tasks !== undefined || needsOwnTransaction(order)) return db.transaction((query) => placeOne(query, order));
    return isScheduled(order) ? placeScheduled(order) : isReusable(order) ? placeReusable(order) : place(order);
  };
}

const isScheduled = ({ items }: Order): boolean => items.some(({ delayDays }) => delayDays > 0);

/** Only AI jobs can be scheduled. */
const lateDeadlines = ({ deadlineSeconds, aiGraceDays }: PlaceSettings): number[] => [
  ...deadlineSeconds.slice(0, -1),
  Math.max(deadlineSeconds.at(-1)!, aiGraceDays * 86_400),
];

function parametersOf(orders: readonly Order[], settings: PlaceSettings): unknown[] {
  const items = orders.flatMap((order) => order.items);
  const first: number[] = [];
  let next = 1;
  for (const order of orders) {
    first.push(next);
    next += order.items.length;
  }
  return [
    orders.map(({ account }) => account.id),
    orders.map(({ account }) => isLive(account.mode)),
    orders.map(({ kind }) => kind),
    orders.map(({ dryRun }) => dryRun === true),
    orders.map(({ idempotency }) => idempotency?.scope ?? null),
    orders.map(({ idempotency }) => idempotency?.key ?? null),
    orders.map(({ idempotency }) => idempotency?.hash ?? null),
    first,
    orders.map((order) => order.items.length),
    bigintArray(items.map(({ cost }) => cost)),
    bigintArray(items.map(({ overCost }) => overCost)),
    smallintArray(items.map(({ priority }) => PRIORITIES.indexOf(priority))),
    booleanArray(items.map(({ hasWaiter }) => hasWaiter)),
    integerArray(items.map(({ delayDays }) => delayDays)),
    `[${items.map(({ request }) => request).join(',')}]`,
    // A scheduled job that ran late can be fetched as long as one that ran on time.
    [settings.retentionDays, settings.archiveDays, settings.archiveDays + settings.aiGraceDays],
    orders.some(isScheduled) ? lateDeadlines(settings) : settings.deadlineSeconds,
    // A negative rate also admits a transaction that waited for one with a later start time.
    settings.aiRateSeconds > 0 ? settings.aiRateSeconds : NO_AI_RATE,
    items.some(({ label }) => label) ? textArray(items.map(({ label }) => label ?? '')) : null,
  ];
}

/** Items that do not allow reuse have null. */
function reuseParameters(orders: readonly Order[]): unknown[] {
  const items = orders.flatMap((order) => order.items);
  return [
    byteArray(items.map(({ reuse }) => reuse?.requestHash ?? null)),
    integerArray(items.map(({ reuse }) => reuse?.seconds ?? 0)),
    bigintArray(items.map(({ reuse, cost }) => reuse?.cost ?? cost)),
    bigintArray(items.map(({ reuse, overCost }) => reuse?.overCost ?? overCost)),
    REUSE_POLL_SECONDS,
  ];
}

function toPlaced(row: PlacedRow): Placed {
  switch (row.verdict) {
    case 'placed':
      return { verdict: 'placed', ids: row.ids, over: row.over, at: row.at, ...(row.ready ? { ready: row.ready } : {}) };
    case 'replay':
      return { verdict: 'replay', ids: row.ids, over: row.over, at: row.at, response: row.response };
    case 'mismatch':
      return { verdict: 'mismatch' };
    case 'credits':
      return { verdict: 'credits', needed: row.needed ?? 0, has: row.bound ?? 0 };
    case 'hour':
    case 'day':
      return { verdict: row.verdict, limit: row.bound ?? 0, seconds: row.seconds, needed: row.needed ?? 0 };
    case 'airate':
      return { verdict: 'airate', seconds: Math.max(1, row.seconds ?? 1) };
    default:
      throw new Error(`unknown verdict of place_orders: ${row.verdict}`);
  }
}
