// Stores sketches of answers, so that the next answer to the same question can be compared with them.
import { coalesce } from '../../platform/coalesce.ts';
import type { Db } from '../../platform/db.ts';
import type { AnswerKey } from './question.ts';

export interface PastAnswer {
  readonly variant: number;
  readonly ageSeconds: number;
  /** Hashed URLs in order. */
  readonly urls: readonly number[];
}

export interface Answers {
  /** Returns stored answers to the question, newest first: those of its variant, and of some others. Empty when the database does not respond in time. Never throws. */
  read(key: AnswerKey): Promise<readonly PastAnswer[]>;
  /** Stores the answer in the background, unless one of the last 12 hours is stored. Drops it when too many wait or the database is unavailable. */
  write(key: AnswerKey, urls: readonly number[]): void;
  /** Resolves when everything accepted so far is stored or given up. */
  idle(): Promise<void>;
}

/** Seconds between two stored answers to a question. `record_answers()` has the same limit. */
export const ANSWER_SECONDS_MIN = 43_200;
const READ_MS_MAX = 500;
/** After a failure, jobs do not wait for the database again during this time. */
const PAUSE_MS = 10_000;
const AT_ONCE_MAX = 500;
const WRITES_WAITING_MAX = 10_000;
/** Variants of one question: devices, languages and depths. Its own one is always among them, however many others are asked. */
const VARIANTS_MAX = 16;

const READ = {
  name: 'read_answers',
  text: `select q.place, a.variant, a.urls, array(select extract(epoch from now() - t)::double precision from unnest(a.times) with ordinality as x(t, n) order by n) as ages
    from unnest($1::bytea[], $2::integer[]) with ordinality as q(question, variant, place)
    cross join lateral (
      select variant, urls, times from answers where answers.question = q.question order by variant = q.variant desc, day desc limit $3
    ) as a`,
};
const WRITE = { name: 'record_answers', text: 'select record_answers($1, $2, $3)' };
const DROP = { name: 'drop_answers', text: 'select drop_answers($1, $2) as gone' };

interface Row {
  readonly place: string;
  readonly variant: number;
  readonly urls: readonly Buffer[];
  readonly ages: readonly number[];
}
interface Write extends AnswerKey {
  readonly bytes: Buffer;
}

const toBytes = (urls: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(urls.length * 4);
  for (const [index, hash] of urls.entries()) bytes.writeInt32LE(hash, index * 4);
  return bytes;
};
const fromBytes = (bytes: Buffer): number[] => Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readInt32LE(index * 4));

/** Failures are reported to `onError`. They never reach a job. */
export function createAnswers(db: Pick<Db, 'query'>, onError: (message: string, error: unknown) => void): Answers {
  const settings = { weightMax: AT_ONCE_MAX, callsMax: 1, separable: () => false };
  let pausedUntil = 0;
  const pause = (message: string, error: unknown): void => {
    pausedUntil = performance.now() + PAUSE_MS;
    onError(message, error);
  };
  const isPaused = (): boolean => performance.now() < pausedUntil;

  const readRows = coalesce<AnswerKey, PastAnswer[]>(async (keys) => {
    const rows = await db.query<Row>(READ, [keys.map(({ question }) => question), keys.map(({ variant }) => variant), VARIANTS_MAX]);
    const answers: PastAnswer[][] = keys.map(() => []);
    for (const { place, variant, urls, ages } of rows)
      for (const [index, bytes] of urls.entries())
        answers[Number(place) - 1]!.push({ variant, ageSeconds: ages[index] ?? 0, urls: fromBytes(bytes) });
    return answers.map((list) => list.sort((a, b) => a.ageSeconds - b.ageSeconds));
  }, settings);
  const writeRows = coalesce<Write, null>(async (writes) => {
    await db.query(WRITE, [writes.map(({ question }) => question), writes.map(({ variant }) => variant), writes.map(({ bytes }) => bytes)]);
    return writes.map(() => null);
  }, settings);

  const underWay = new Set<Promise<unknown>>();
  return {
    read: async (key) => {
      if (isPaused()) return [];
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error(`no response within ${READ_MS_MAX} ms`)), READ_MS_MAX);
      });
      try {
        return await Promise.race([readRows(key), late]);
      } catch (error) {
        if (!isPaused()) pause('earlier answers not read', error);
        return [];
      } finally {
        clearTimeout(timer);
      }
    },
    write: (key, urls) => {
      if (isPaused() || underWay.size >= WRITES_WAITING_MAX) return;
      const writing: Promise<unknown> = writeRows({ ...key, bytes: toBytes(urls) })
        .catch((error: unknown) => {
          if (!isPaused()) pause('answer not stored', error);
        })
        .finally(() => underWay.delete(writing));
      underWay.add(writing);
    },
    idle: async () => {
      await Promise.all(underWay);
    },
  };
}

/** Removes answers to questions that were not asked for this number of days. Returns their number. */
export async function dropAnswers(db: Pick<Db, 'query'>, days: number, rowsMax: number): Promise<number> {
  return (await db.query<{ gone: number }>(DROP, [days, rowsMax]))[0]?.gone ?? 0;
}
