// All delivery attempts of one callback, with what each sent and received.
import { toInstant } from '../../contract/dates.ts';
import type { DeliveryExchange, ObjectDeliveries } from '../../contract/deliveries.ts';
import type { Kind, Mode } from '../../contract/vocabulary.ts';
import type { Db } from '../../platform/db.ts';
import { fillCallback } from './callback-url.ts';
import { type Exchange, shownExchange } from './exchange.ts';
import { type CallbackRequest, isWhole, urlIdOf } from './webhook-messages.ts';

/** Returns null when the owner has no such object. A null owner is the operator, who sees all objects. */
export type ReadObjectDeliveries = (
  objectId: string,
  owner: { readonly account: number; readonly mode: Mode } | null,
) => Promise<ObjectDeliveries | null>;

const READ = {
  name: 'object_deliveries',
  text: `select o.kind, o.request, d.attempt, d.status, d.ok, d.reason, d.ms, d.at, d.exchange
    from objects o left join deliveries d on d.object_id = o.id and d.retention_class = o.retention_class
    where o.id = $1 and not o.deleted and o.expires_at > now() and ($2::integer is null or (o.account_id = $2 and o.live = $3))
    order by d.attempt`,
};

interface Row {
  readonly kind: Kind;
  readonly request: string;
  /** Null when no attempt was made yet. The following columns are null, too. */
  readonly attempt: number | null;
  readonly status: number | null;
  readonly ok: boolean;
  readonly reason: string | null;
  readonly ms: number;
  readonly at: Date;
  readonly exchange: string | null;
}

const ID = /^[0-9a-f]{24}$/;

export function createReadObjectDeliveries(db: Pick<Db, 'query'>): ReadObjectDeliveries {
  return async (objectId, owner) => {
    if (!ID.test(objectId)) return null;
    const rows = await db.query<Row>(READ, [objectId, owner?.account ?? null, owner ? owner.mode === 'live' : null]);
    if (rows.length === 0) return null;
    return { id: objectId, items: rows.filter(({ attempt }) => attempt !== null).map((row) => toExchange(objectId, row)) };
  };
}

function toExchange(objectId: string, row: Row): DeliveryExchange {
  const request = JSON.parse(row.request) as CallbackRequest;
  const shown =
    row.exchange === null
      ? { request: null, response: null }
      : shownExchange(JSON.parse(row.exchange) as Exchange, {
          objectId,
          kind: row.kind,
          url: fillCallback(request.callback, urlIdOf(objectId, request), row.kind),
          isWhole: isWhole(row.kind, request),
          form: request.task?.callback,
        });
  return {
    attempt: row.attempt!,
    state: row.ok ? 'delivered' : 'failed',
    status: row.status,
    reason: row.reason,
    ms: row.ms,
    at: toInstant(row.at.getTime()),
    ...shown,
  };
}
