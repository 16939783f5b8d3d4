// Ends open streams whose key or operator token is no longer accepted. One check covers all streams.
import type { Db } from '../../platform/db.ts';

/** Why a credential is no longer accepted. */
export type Lapse = 'revoked' | 'expired' | 'budget';

export interface Credential {
  readonly kind: 'key' | 'operator';
  readonly id: string;
}

/** Returns the ids that are no longer accepted, with the reason. */
export type FindLapses = (ids: readonly string[]) => Promise<ReadonlyMap<string, Lapse>>;

export interface CredentialWatch {
  /**
   * Calls `onLapse` at most once, when the credential is no longer accepted. Returns a function that stops watching.
   * `evenSpent` ignores a spent budget, for requests that were charged before or only read.
   */
  add(credential: Credential, onLapse: (lapse: Lapse) => void, evenSpent?: boolean): () => void;
  /** Checks one credential now. Returns null when it is accepted. */
  check(credential: Credential): Promise<Lapse | null>;
  /** Number of watched streams. */
  readonly count: number;
  close(): void;
}

/** Streams must end within 5 s: this interval, one query and the last event. */
const CHECK_MS = 1500;

interface Watched {
  readonly credential: Credential;
  readonly onLapse: (lapse: Lapse) => void;
  readonly evenSpent: boolean;
}

export function createCredentialWatch(
  finders: Readonly<Record<Credential['kind'], FindLapses>>,
  onError: (error: unknown) => void = () => undefined,
  checkMs = CHECK_MS,
): CredentialWatch {
  const watched = new Set<Watched>();
  let checking = false;

  const checkKind = async (kind: Credential['kind']): Promise<void> => {
    const ids = [...new Set([...watched].flatMap(({ credential }) => (credential.kind === kind ? [credential.id] : [])))];
    if (ids.length === 0) return;
    const lapses = await finders[kind](ids);
    if (lapses.size === 0) return;
    for (const one of [...watched]) {
      const lapse = one.credential.kind === kind ? lapses.get(one.credential.id) : undefined;
      if (lapse === undefined || (lapse === 'budget' && one.evenSpent)) continue;
      if (watched.delete(one)) one.onLapse(lapse);
    }
  };
  const checkAll = async (): Promise<void> => {
    // Skip this check while one is running. A slow database must not get more queries.
    if (checking || watched.size === 0) return;
    checking = true;
    try {
      await Promise.all([checkKind('key'), checkKind('operator')]);
    } catch (error) {
      // Streams stay open while the database is down. They send nothing, and the next check decides.
      onError(error);
    } finally {
      checking = false;
    }
  };
  const timer = setInterval(() => void checkAll(), checkMs);
  timer.unref();

  return {
    add: (credential, onLapse, evenSpent = false) => {
      const one = { credential, onLapse, evenSpent };
      watched.add(one);
      return () => void watched.delete(one);
    },
    check: async ({ kind, id }) => (await finders[kind]([id])).get(id) ?? null,
    get count() {
      return watched.size;
    },
    close: () => clearInterval(timer),
  };
}

/** Keys that are revoked, expired, or have spent their budget. */
const LAPSES = {
  name: 'key_lapses',
  text: `select w.id,
      case when k.id is null or k.revoked_at is not null then 'revoked' when k.expires_at <= now() then 'expired' else 'budget' end as lapse
    from unnest($1::text[]) as w (id) left join keys k on k.id = w.id
    where k.id is null or k.revoked_at is not null or k.expires_at <= now() or k.spent >= k.budget`,
};

export const createKeyLapses =
  (db: Db): FindLapses =>
  async (ids) => {
    const rows = await db.query<{ id: string; lapse: Lapse }>(LAPSES, [ids]);
    return new Map(rows.map(({ id, lapse }) => [id, lapse]));
  };
