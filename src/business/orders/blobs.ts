// Stores large compressed bodies in S3. Records each key before the upload and deletes orphaned blobs.
import { randomBytes } from 'node:crypto';
import { coalesce } from '../../platform/coalesce.ts';
import { DatabaseUnavailable, type Db } from '../../platform/db.ts';
import type { Compressed } from '../../platform/gzip.ts';
import { type ObjectStore, type OpenedObject, StorageUnavailable } from '../../platform/s3.ts';

export interface Blobs {
  /**
   * Uploads the bytes and returns their key. Returns null when they belong in the database, because they are small or
   * S3 is unavailable. Without a row that refers to the key, the blob is deleted after a while.
   */
  upload(objectId: string, attempt: number, compressed: Compressed): Promise<string | null>;
  /** Rejects at once when too many other reads wait for S3. */
  open(key: string): Promise<OpenedObject>;
  /** Marks keys that no row will refer to as orphaned. Never throws. */
  orphan(keys: readonly string[]): Promise<void>;
  /** Deletes orphaned blobs that are due. Returns their number. */
  removeOrphaned(): Promise<number>;
}

export interface BlobsSettings {
  /** Compressed bodies of at least this size go to S3. */
  readonly bytesMin: number;
  /** Cooldown after a failure, so that not every job waits for S3 in vain. */
  readonly cooldownMs: number;
}

/** Why a blob could not be read: S3 does not have it, or S3 did not respond in time. */
export type ReadFailure = 'missing' | 'unavailable';

/** `onStored` receives the storage of each large body, and the error if S3 failed. */
export interface BlobsParts {
  readonly db: Db;
  readonly store: ObjectStore;
  readonly onStored: (storage: 's3' | 'database', error?: unknown) => void;
  readonly onReadFailed?: (reason: ReadFailure) => void;
}

/** Far longer than upload and settlement can take. `settle` rejects a slower worker, and nothing is lost. */
const HOLD_SECONDS = 3600;
/** Reads that wait for the first byte. Storage that does not respond must not occupy all requests of an API process. */
const OPENING_MAX = 128;
const NOT_FOUND = 404;
const REMOVE = { atOnce: 16, claimMax: 320, holdSeconds: 300, roundsMax: 100 };

const RECORD = {
  name: 'note_bodies',
  text: 'insert into orphaned_blobs (key, due_at) select key, now() + make_interval(secs => $2) from unnest($1::text[]) as k (key)',
};
const ORPHAN = {
  name: 'let_go_bodies',
  text: `insert into orphaned_blobs (key, due_at) select key, now() from unnest($1::text[]) as k (key)
    on conflict (key) do update set due_at = least(orphaned_blobs.due_at, excluded.due_at)`,
};
const CLAIM = { name: 'claim_orphaned_blobs', text: 'select claim_orphaned_blobs($1, $2) as key' };
const DROP = { name: 'drop_orphaned_blobs', text: 'delete from orphaned_blobs where key = any ($1) and deleting' };

export function createBlobs({ db, store, onStored, onReadFailed }: BlobsParts, settings: BlobsSettings): Blobs {
  let cooldownUntil = 0;
  let isDown = false;
  let isProbing = false;
  let opening = 0;
  const record = coalesce<string, null>(
    async (keys) => {
      await db.query(RECORD, [keys, HOLD_SECONDS]);
      return keys.map(() => null);
    },
    { weightMax: 200, callsMax: 1, separable: (error) => !(error instanceof DatabaseUnavailable) },
  );

  /** Returns whether S3 has the bytes. */
  const put = async (key: string, bytes: Buffer): Promise<boolean> => {
    await record(key);
    try {
      await store.put(key, bytes);
    } catch (error) {
      // The bytes may still arrive, so the key stays recorded until it is due.
      isDown = true;
      cooldownUntil = performance.now() + settings.cooldownMs;
      onStored('database', error);
      return false;
    }
    isDown = false;
    onStored('s3');
    return true;
  };

  const removeSome = async (keys: readonly string[]): Promise<number> => {
    const removed: string[] = [];
    let problem: unknown;
    const rest = [...keys];
    const work = async (): Promise<void> => {
      for (let key = rest.pop(); key !== undefined && problem === undefined; key = rest.pop()) {
        try {
          await store.remove(key);
          removed.push(key);
        } catch (error) {
          problem = error;
        }
      }
    };
    await Promise.all(Array.from({ length: REMOVE.atOnce }, work));
    await db.query(DROP, [removed]);
    if (problem !== undefined) throw problem;
    return removed.length;
  };

  return {
    upload: async (objectId, attempt, compressed) => {
      if (compressed.bytes.length < settings.bytesMin) return null;
      // After the cooldown one upload tries S3. The others do not wait for its outcome.
      if (isDown && (isProbing || performance.now() < cooldownUntil)) {
        onStored('database');
        return null;
      }
      const probes = isDown;
      isProbing ||= probes;
      // A claim that was released unused reuses its attempt number, so the number alone does not make a key unique.
      const key = `${objectId}-${attempt}-${randomBytes(6).toString('hex')}`;
      try {
        return (await put(key, compressed.bytes)) ? key : null;
      } finally {
        if (probes) isProbing = false;
      }
    },
    open: async (key) => {
      try {
        if (opening >= OPENING_MAX) throw new StorageUnavailable('responds too slowly');
        opening++;
        return await store.get(key).finally(() => opening--);
      } catch (error) {
        onReadFailed?.(error instanceof StorageUnavailable && error.code === NOT_FOUND ? 'missing' : 'unavailable');
        throw error;
      }
    },
    orphan: async (keys) => {
      if (keys.length > 0) await db.query(ORPHAN, [keys]).catch(() => undefined);
    },
    removeOrphaned: async () => {
      let removed = 0;
      for (let rounds = 0; rounds < REMOVE.roundsMax; rounds++) {
        const claimed = await db.query<{ key: string }>(CLAIM, [REMOVE.claimMax, REMOVE.holdSeconds]);
        if (claimed.length > 0) removed += await removeSome(claimed.map(({ key }) => key));
        if (claimed.length < REMOVE.claimMax) break;
      }
      return removed;
    },
  };
}
