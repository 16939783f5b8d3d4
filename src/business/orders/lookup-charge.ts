// The charge of a lookup, its earlier charge that it replaces, and its response: all in the transaction of the order.
import type { Order } from '../../contract/order.ts';
import type { Db } from '../../platform/db.ts';

type Query = Db['query'];

const LOCK = { name: 'lock_account_mode', text: 'select 1 from account_modes where account_id = $1 and live = $2 for update' };
const REPLACE = {
  name: 'replace_charge',
  text: 'delete from idempotency where account_id = $1 and live = $2 and scope = $3 and key = $4 and ids = $5',
};
const RESPONSE = {
  name: 'charge_response',
  text: 'update idempotency set response = $5 where account_id = $1 and live = $2 and scope = $3 and key = $4',
};

export const needsOwnTransaction = ({ idempotency }: Order): boolean =>
  idempotency?.replaces !== undefined || idempotency?.response !== undefined;

/**
 * Makes room for the order if the key still belongs to the charge that it may replace. If an equal lookup was charged since then, the key
 * belongs to that charge, and the order becomes its replay. The lock comes first, as in every transaction that moves credits.
 */
export async function replaceCharge(query: Query, { account, idempotency }: Order): Promise<void> {
  if (!idempotency?.replaces) return;
  const owner = [account.id, account.mode === 'live'];
  await query(LOCK, owner);
  await query(REPLACE, [...owner, idempotency.scope, idempotency.key, idempotency.replaces]);
}

export async function recordResponse(query: Query, { account, idempotency }: Order): Promise<void> {
  if (!idempotency?.response) return;
  await query(RESPONSE, [account.id, account.mode === 'live', idempotency.scope, idempotency.key, idempotency.response]);
}
