// The delivery log of an object, and resending its callback.
import { toDateTime } from '../../contract/dates.ts';
import type { Mode } from '../../contract/vocabulary.ts';
import type { Db } from '../../platform/db.ts';

export interface Delivery {
  readonly id: string;
  readonly objectId: string;
  readonly attempt: number;
  readonly status: number | null;
  readonly at: string;
  readonly ok: boolean;
  readonly reason: string | null;
  readonly ms: number;
}

export interface Deliveries {
  of(objectId: string): Promise<Delivery[]>;
  /** Schedules one more attempt now. Returns false unless the object is finished and has a callback. */
  resend(objectId: string, by?: string): Promise<boolean>;
  /** Resends for the owner and returns the reason when it does not. */
  resendOwn(objectId: string, account: number, mode: Mode): Promise<'sent' | 'unknown' | 'none' | 'unfinished'>;
}

const LIST = {
  name: 'deliveries',
  text: 'select object_id, attempt, status, ok, reason, ms, at from deliveries where object_id = $1 order by attempt',
};
const RESEND_OWN = { name: 'resend_own', text: 'select resend_own($1, $2, $3) as sent' };
const RESEND = { name: 'resend', text: 'select resend_callback($1) as sent' };

const ID = /^[0-9a-f]{24}$/;

/** `record` writes what the operator did into the audit, in the same transaction. `onResend` is called when a callback is due again. */
export function createDeliveries(
  db: Db,
  record: (query: Db['query'], action: string, subject: string, detail: object, by?: string) => Promise<unknown>,
  onResend: () => void = () => undefined,
): Deliveries {
  return {
    of: async (objectId) =>
      (await db.query<Omit<Delivery, 'id' | 'objectId' | 'at'> & { object_id: string; at: Date }>(LIST, [objectId])).map(
        ({ object_id, at, ...rest }) => ({
          ...rest,
          id: `evt_${object_id}.${rest.attempt}`,
          objectId: object_id,
          at: toDateTime(at),
        }),
      ),
    resend: async (objectId, by) => {
      const sent = await db.transaction(async (query) => {
        const sent = (await query<{ sent: boolean }>(RESEND, [objectId]))[0]?.sent ?? false;
        if (sent) await record(query, 'callback.resend', objectId, {}, by);
        return sent;
      });
      if (sent) onResend();
      return sent;
    },
    resendOwn: async (objectId, account, mode) => {
      if (!ID.test(objectId)) return 'unknown';
      const [row] = await db.query<{ sent: 'sent' | 'unknown' | 'none' | 'unfinished' }>(RESEND_OWN, [objectId, account, mode === 'live']);
      if (row!.sent === 'sent') onResend();
      return row!.sent;
    },
  };
}
