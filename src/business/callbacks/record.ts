// Records delivery attempts, several in one statement.
import { setTimeout as sleep } from 'node:timers/promises';
import { coalesce } from '../../platform/coalesce.ts';
import { DatabaseUnavailable, type Db } from '../../platform/db.ts';
import type { DeliveryAttempt } from './deliver.ts';

/** An attempt with what the delivery log is searched by. */
export interface RecordedAttempt extends DeliveryAttempt {
  readonly live: boolean;
  readonly host: string;
}

const RECORD = { name: 'record_deliveries', text: 'select record_deliveries($1)' };
const TRIES_MAX = 40;
const RETRY_MS = 500;

/** Retries while the database is unavailable, because a callback without a record is sent again. */
export function createRecord(db: Db, isStopped: () => boolean): (attempt: RecordedAttempt) => Promise<void> {
  const record = coalesce<RecordedAttempt, null>(
    async (attempts) => {
      await db.query(RECORD, [JSON.stringify(attempts)]);
      return attempts.map(() => null);
    },
    { weightMax: 200, callsMax: 1, separable: (error) => !(error instanceof DatabaseUnavailable) },
  );
  return async (attempt) => {
    for (let tries = 1; ; tries++) {
      try {
        await record(attempt);
        return;
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable) || tries >= TRIES_MAX || isStopped()) throw error;
        await sleep(RETRY_MS);
      }
    }
  };
}
