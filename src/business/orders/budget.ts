// Places orders of keys with a budget: the order and the budget change in one transaction.
import type { Order, Placed } from '../../contract/order.ts';
import type { Db } from '../../platform/db.ts';

type Query = Db['query'];
export type PlaceOne = (query: Query, order: Order) => Promise<Placed>;

const SPEND = { name: 'spend_key', text: 'select spend_key($1, $2) as fits' };
const LEFT = { name: 'key_left', text: 'select budget, budget - spent as "left" from keys where id = $1' };

/** Rolls the order back. It is caught in this file. */
class BudgetTooSmall extends Error {}

/** Such orders have their own transaction. All other orders are placed together without a budget check. */
export function createBudgetedPlace(db: Db, placeOne: PlaceOne): (order: Order) => Promise<Placed> {
  const rejection = async (query: Query, { account, items }: Order): Promise<Placed & { verdict: 'budget' }> => {
    const [row] = await query<{ budget: number; left: number }>(LEFT, [account.keyId]);
    const needed = items.reduce((sum, { cost }) => sum + cost, 0);
    return { verdict: 'budget', budget: row?.budget ?? 0, left: row?.left ?? 0, needed };
  };
  const within = (order: Order): Promise<Placed> =>
    db.transaction(async (query) => {
      const placed = await placeOne(query, order);
      if (placed.verdict !== 'placed') return placed;
      if (order.dryRun) {
        const state = await rejection(query, order);
        return state.left < state.needed ? state : placed;
      }
      const [row] = await query<{ fits: boolean }>(SPEND, [order.account.keyId, placed.ids]);
      if (!row?.fits) throw new BudgetTooSmall();
      return placed;
    });
  return async (order) => {
    try {
      return await within(order);
    } catch (error) {
      if (!(error instanceof BudgetTooSmall)) throw error;
      return rejection(db.query, order);
    }
  };
}
