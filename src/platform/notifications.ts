// Notifications between processes over LISTEN/NOTIFY. They only save time: a lost one loses no data.
import type { Client } from 'pg';
import type { Db } from './db.ts';

export interface Notifications {
  /** Notifies every listening process, including this one. Calls within a few milliseconds are joined. */
  send(channel: string, items?: readonly string[]): void;
  on(channel: string, listener: (items: readonly string[]) => void): void;
  close(): Promise<void>;
}

/** PostgreSQL accepts less than 8000 bytes per message; an id has 24. */
const ITEMS_MAX = 250;
const JOIN_MS = 2;
const RECONNECT_MS = 500;

const NOTIFY = { name: 'notify', text: 'select pg_notify($1, message) from unnest($2::text[]) as message' };

export async function createNotifications(db: Db): Promise<Notifications> {
  const listeners = new Map<string, ((items: readonly string[]) => void)[]>();
  const pending = new Map<string, Set<string>>();
  let client: Client | null = null;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  const listen = async (): Promise<void> => {
    if (closed) return;
    let connection: Client | null = null;
    let lost = false;
    // A connection may both fail a statement and end. It is replaced once.
    const reconnect = (): void => {
      if (lost) return;
      lost = true;
      if (client === connection) client = null;
      if (!closed) setTimeout(() => void listen(), RECONNECT_MS).unref();
    };
    try {
      connection = await db.connect();
      connection.on('notification', ({ channel, payload }) => {
        const items = payload ? payload.split(',') : [];
        for (const listener of listeners.get(channel) ?? []) listener(items);
      });
      connection.on('end', reconnect);
      for (const channel of listeners.keys()) await connection.query(`listen ${channel}`);
      if (!lost) client = connection;
      if (closed) await connection.end();
    } catch {
      void connection?.end().catch(() => undefined);
      reconnect();
    }
  };

  const flush = (): void => {
    timer = undefined;
    for (const [channel, items] of pending) {
      const all = [...items];
      const messages = all.length === 0 ? [''] : [];
      for (let from = 0; from < all.length; from += ITEMS_MAX) messages.push(all.slice(from, from + ITEMS_MAX).join(','));
      // A notification that cannot be sent is not an error: polling finds the work.
      db.query(NOTIFY, [channel, messages]).catch(() => undefined);
    }
    pending.clear();
  };

  await listen();
  return {
    send: (channel, items = []) => {
      const set = pending.get(channel) ?? new Set<string>();
      pending.set(channel, set);
      for (const item of items) set.add(item);
      timer ??= setTimeout(flush, JOIN_MS);
    },
    on: (channel, listener) => {
      const existing = listeners.get(channel);
      if (existing) existing.push(listener);
      else {
        listeners.set(channel, [listener]);
        client?.query(`listen ${channel}`).catch(() => undefined);
      }
    },
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
