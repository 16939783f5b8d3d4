// A TCP proxy between the product and PostgreSQL that cuts connections, swallows answers and falls silent on demand.
import net, { type Socket } from 'node:net';
import { closeServer, listen } from '../net.ts';
import type { Random } from '../random.ts';

export interface ChaosProxy {
  readonly port: number;
  readonly counts: { readonly cut: number; readonly swallowed: number };
  cut(share: number, random: Random): void;
  swallowAnswers(count: number): void;
  setSilent(value: boolean): void;
  recover(): void;
  close(): Promise<void>;
}

/** The column that only the ping of `platform/db-health.ts` returns. */
const PING_COLUMN = 'synchronous';

interface Pair {
  readonly client: Socket;
  readonly upstream: Socket;
  asked: boolean;
}

export async function startProxy(socketPath: string): Promise<ChaosProxy> {
  const pairs = new Set<Pair>();
  let silent = false;
  let swallow = 0;
  const counts = { cut: 0, swallowed: 0 };

  const server = net.createServer((client) => {
    const upstream = net.connect(socketPath);
    const pair: Pair = { client, upstream, asked: false };
    const end = (): void => {
      client.destroy();
      upstream.destroy();
      pairs.delete(pair);
    };
    pairs.add(pair);
    for (const socket of [client, upstream]) {
      socket.setNoDelay(true);
      socket.on('error', end);
      socket.on('close', end);
    }
    client.on('data', (bytes) => {
      if (silent) return;
      pair.asked = true;
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (silent) return;
      // The statement was executed, but its answer is lost. Pings are left alone: without one, a process sends nothing that could be lost.
      if (swallow > 0 && pair.asked && bytes.length > 60 && !bytes.includes(PING_COLUMN)) {
        swallow--;
        counts.swallowed++;
        end();
        return;
      }
      pair.asked = false;
      client.write(bytes);
    });
  });
  const port = await listen(server);

  return {
    port,
    counts,
    cut: (share, random) => {
      for (const pair of [...pairs]) {
        if (!random.chance(share)) continue;
        counts.cut++;
        pair.client.resetAndDestroy();
        pair.upstream.destroy();
      }
    },
    swallowAnswers: (count) => {
      swallow += count;
    },
    setSilent: (value) => {
      silent = value;
      // Bytes were lost meanwhile, so these connections are unusable.
      if (!value) for (const pair of [...pairs]) pair.client.resetAndDestroy();
    },
    recover: () => {
      swallow = 0;
    },
    close: () => {
      for (const { client, upstream } of pairs) {
        client.destroy();
        upstream.destroy();
      }
      return closeServer(server);
    },
  };
}
