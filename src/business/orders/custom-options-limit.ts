// Rejects custom options of accounts whose requests with them fail too often.
import { errors } from '../../contract/errors.ts';
import type { Account } from '../../contract/order.ts';
import type { Db } from '../../platform/db.ts';

export interface CustomOptionsLimitSettings {
  /** Maximum share of failures among finished objects, in percent. 100 disables the limit. */
  readonly percentMax: number;
}

export interface CustomOptionsLimit {
  /** Returns the seconds until such an order is accepted, or 0. Refreshes in the background. */
  secondsFor(accountId: number): number;
  /** Throws when an order with such options is not accepted now. Test orders reach no source and are never limited. */
  check(account: Pick<Account, 'id' | 'mode'>): void;
}

const FAILURES = { name: 'custom_option_failures', text: 'select finished, faulty from custom_option_failures($1, $2, $3)' };
/** Fewer finished objects are not significant. */
const FINISHED_MIN = 100;
const WINDOW_SECONDS = 3600;
const CHARGES_MAX = 500;
const REFRESH_MS = 10_000;
const ACCOUNTS_MAX = 10_000;
const RETRY_SECONDS = 60;

interface State {
  limited: boolean;
  nextRefresh: number;
}

/**
 * Queries the database at most every few seconds per account and never during an order, so the first requests above the
 * limit are accepted.
 */
export function createCustomOptionsLimit(
  db: Db,
  { percentMax }: CustomOptionsLimitSettings,
  onLimited: (accountId: number, faulty: number) => void,
): CustomOptionsLimit {
  const states = new Map<number, State>();

  const refresh = async (accountId: number, state: State): Promise<void> => {
    const [row] = await db.query<{ finished: number; faulty: number }>(FAILURES, [accountId, WINDOW_SECONDS, CHARGES_MAX]);
    const { finished, faulty } = row!;
    const limited = finished >= FINISHED_MIN && faulty * 100 > finished * percentMax;
    if (limited && !state.limited) onLimited(accountId, faulty);
    state.limited = limited;
  };
  const secondsFor = (accountId: number): number => {
    if (percentMax >= 100) return 0;
    let state = states.get(accountId);
    if (!state) {
      if (states.size >= ACCOUNTS_MAX) states.clear();
      state = { limited: false, nextRefresh: 0 };
      states.set(accountId, state);
    }
    if (performance.now() >= state.nextRefresh) {
      state.nextRefresh = performance.now() + REFRESH_MS;
      // A failed read is repeated at the next check.
      refresh(accountId, state).catch(() => undefined);
    }
    return state.limited ? RETRY_SECONDS : 0;
  };
  return {
    secondsFor,
    check: ({ id, mode }) => {
      const seconds = mode === 'live' ? secondsFor(id) : 0;
      if (seconds > 0) throw errors.customOptionsFailing(seconds);
    },
  };
}
