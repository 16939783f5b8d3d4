// Opens the listeners of an API process, for clients and for the operator. A failure is one line of text.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openAdminListener } from '../api/admin-listener.ts';
import type { Config } from '../config.ts';
import type { Api } from './api.ts';
import { type ListenAddress, listenProblem } from './listen-problem.ts';

/** Length of the accept queue. When it is full, clients retry after a second or more. The system may allow less. */
const BACKLOG = 4096;

export interface Listeners {
  readonly port: number;
  /** Serves for this time, then closes everything. */
  drain(seconds: number): Promise<void>;
}

export async function openListeners(api: Api, config: Config): Promise<Listeners> {
  const { HOST: host, PORT: port, ADMIN_HOST, ADMIN_PORT } = config;
  await listening(api, () => api.app.listen({ host, port, backlog: BACKLOG }), { host, port, names: ['HOST', 'PORT'] });
  const adminListener: Server | null =
    ADMIN_PORT === 0
      ? null
      : await listening(api, () => openAdminListener(api.app, ADMIN_HOST, ADMIN_PORT), {
          host: ADMIN_HOST,
          port: ADMIN_PORT,
          names: ['ADMIN_HOST', 'ADMIN_PORT'],
        });
  api.warmUp();
  return {
    port: (api.app.server.address() as AddressInfo).port,
    drain: async (seconds) => {
      await api.drain(seconds);
      adminListener?.close();
      adminListener?.closeAllConnections();
    },
  };
}

async function listening<T>(api: Api, open: () => Promise<T>, address: ListenAddress): Promise<T> {
  try {
    return await open();
  } catch (cause) {
    await api.close();
    throw listenProblem(cause, address);
  }
}

export function urlOf(config: Config, port: number): string {
  const host = config.HOST === '0.0.0.0' || config.HOST === '::' ? '127.0.0.1' : config.HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}${config.BASE_PATH}`;
}
