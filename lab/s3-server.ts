// A real S3 server for instruments, OpenStack Swift, and a proxy in front of it that is slow, silent or away on demand.
import { mkdirSync } from 'node:fs';
import net, { type Socket } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createObjectStore, type ObjectStore } from '#product/platform/s3.js';
import type { Settings } from './environment.ts';
import { closeServer, listen } from './net.ts';
import { ROOT } from './paths.ts';

interface Swift {
  readonly KEYS: { readonly accessKey: string; readonly secretKey: string; readonly region: string };
  readonly MISSING: string;
  hasSwift(): boolean;
  startSwift(folder: string): Promise<{ readonly url: string; stop(): void }>;
}

/** `slow` delays each request by two seconds, `silent` never responds, `away` ends every connection. */
export type S3State = 'normal' | 'slow' | 'silent' | 'away';

export interface S3Server {
  /** Settings of the service that reach the server through the proxy. */
  readonly settings: Settings;
  /** The same, as the product's own client. */
  readonly store: ObjectStore;
  setState(state: S3State): void;
  stop(): Promise<void>;
}

const SLOW_MS = 2000;

const loadSwift = (): Promise<Swift> => import(pathToFileURL(path.join(ROOT, 'scripts', 'swift.mjs')).href);

/** The reason why there is no S3 server here, or null. */
export async function missingS3(): Promise<string | null> {
  const { hasSwift, MISSING } = await loadSwift();
  return hasSwift() ? null : MISSING;
}

export async function startS3(folder: string): Promise<S3Server> {
  const { startSwift, KEYS } = await loadSwift();
  const home = path.join(folder, 'swift');
  mkdirSync(home);
  const swift = await startSwift(home);
  const { port: target, pathname } = new URL(swift.url);
  let state: S3State = 'normal';
  const sockets = new Set<Socket>();
  const proxy = net.createServer((client) => {
    if (state === 'away') return void client.resetAndDestroy();
    const upstream = net.connect(Number(target), '127.0.0.1');
    const end = (): void => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', end);
      socket.on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    const pass = (bytes: Buffer): void => void (upstream.writable && upstream.write(bytes));
    client.on('data', (bytes) => {
      if (state === 'slow') setTimeout(pass, SLOW_MS, bytes);
      else if (state !== 'silent') pass(bytes);
    });
    upstream.on('data', (bytes) => void (state === 'silent' || client.write(bytes)));
  });
  const url = `http://127.0.0.1:${await listen(proxy)}${pathname}/lab`;
  const store = createObjectStore({ url, ...KEYS });
  return {
    settings: { S3_URL: url, S3_REGION: KEYS.region, S3_ACCESS_KEY: KEYS.accessKey, S3_SECRET_KEY: KEYS.secretKey },
    store,
    setState: (next) => {
      // Connections on which bytes were swallowed are of no use.
      const isCut = next === 'away' || state === 'silent';
      state = next;
      if (isCut) for (const socket of sockets) socket.destroy();
    },
    stop: async () => {
      await store.close();
      for (const socket of sockets) socket.destroy();
      await closeServer(proxy);
      swift.stop();
    },
  };
}
