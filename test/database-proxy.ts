// A proxy between the service and PostgreSQL that can hold a statement, or lose it or its response.
import net, { type AddressInfo, type Socket } from 'node:net';

/** `before`: the statement never reaches the server. `after`: it was executed, but its response is lost. */
export type Loss = 'before' | 'after';

export interface DatabaseProxy {
  /** URL of the same database through this proxy. */
  readonly url: string;
  /** Number of statements with these bytes that passed, or were lost, since the last `lose`. */
  readonly seen: number;
  /** Loses the next message with these bytes, and its connection. */
  lose(bytes: string, when: Loss): void;
  /** Holds every message with these bytes after the first `passing` ones, and what follows it on its connection. */
  hold(bytes: string, passing: number): Held;
  close(): Promise<void>;
}

export interface Held {
  /** Number of messages that are held. */
  readonly count: number;
  /** Lets them and all later ones pass. */
  release(): void;
  /** Ends their connections instead. */
  lose(): void;
}

export async function startDatabaseProxy(url: string): Promise<DatabaseProxy> {
  const target = targetOf(url);
  const sockets = new Set<Socket>();
  let wanted: { bytes: string; when: Loss | null } | null = null;
  let seen = 0;
  let holding: { bytes: string; passing: number; readonly waiting: { pass(): void; end(): void }[] } | null = null;

  const server = net.createServer((client) => {
    const upstream = net.connect(target as net.NetConnectOpts);
    let lost = false;
    const end = (): void => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', end).on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    client.on('data', (bytes: Buffer) => {
      if (wanted && bytes.includes(wanted.bytes)) {
        seen++;
        const { when } = wanted;
        wanted.when = null;
        if (when === 'before') return end();
        lost = when === 'after';
      }
      if (holding && bytes.includes(holding.bytes) && holding.passing-- <= 0) {
        client.pause();
        const pass = (): void => {
          if (!upstream.destroyed) upstream.write(bytes);
          client.resume();
        };
        holding.waiting.push({ pass, end });
        return;
      }
      upstream.write(bytes);
    });
    upstream.on('data', (bytes: Buffer) => (lost ? end() : client.write(bytes)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: viaPort(url, port),
    get seen() {
      return seen;
    },
    lose: (bytes, when) => {
      wanted = { bytes, when };
      seen = 0;
    },
    hold: (bytes, passing) => {
      const waiting: { pass(): void; end(): void }[] = [];
      holding = { bytes, passing, waiting };
      const stop = () => {
        holding = null;
        return waiting.splice(0);
      };
      return {
        get count() {
          return waiting.length;
        },
        release: () => {
          for (const { pass } of stop()) pass();
        },
        lose: () => {
          for (const { end } of stop()) end();
        },
      };
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A PostgreSQL URL may name a folder with its socket in the parameter `host`. */
function targetOf(url: string): object {
  const parsed = new URL(url.replace(/@\//, '@localhost/'));
  const folder = parsed.searchParams.get('host');
  const port = Number(parsed.searchParams.get('port') ?? (parsed.port || 5432));
  return folder?.startsWith('/') ? { path: `${folder}/.s.PGSQL.${port}` } : { host: folder ?? parsed.hostname, port };
}

function viaPort(url: string, port: number): string {
  const parsed = new URL(url.replace(/@\//, '@localhost/'));
  parsed.searchParams.delete('host');
  parsed.searchParams.delete('port');
  parsed.hostname = '127.0.0.1';
  parsed.port = String(port);
  return parsed.href;
}
