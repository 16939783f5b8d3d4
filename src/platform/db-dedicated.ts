// Connections outside the pools, for LISTEN and for locks that last as long as the process.
import pg from 'pg';

export async function openDedicated(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config);
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    destroyConnection(client);
    throw error;
  }
  return client;
}

/** Closes at once. A cancelled statement would stop waiting for the standby, and its commit would be on one server only. */
export function destroyConnection(client: pg.ClientBase): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}

export interface DedicatedConnections {
  open(): Promise<pg.Client>;
  /** The owners connect again, as after any broken connection. */
  destroyAll(): void;
}

/** `check` throws when the server must not be used. */
export function createDedicatedConnections(
  config: () => pg.ClientConfig,
  check: (client: pg.Client) => Promise<void>,
): DedicatedConnections {
  const clients = new Set<pg.Client>();
  return {
    open: async () => {
      const opened = await openDedicated(config());
      try {
        await check(opened);
      } catch (error) {
        destroyConnection(opened);
        throw error;
      }
      clients.add(opened);
      opened.once('end', () => clients.delete(opened));
      return opened;
    },
    destroyAll: () => {
      for (const client of clients) destroyConnection(client);
    },
  };
}
