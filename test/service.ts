// The whole service inside a test: API, worker and callbacks on a dedicated database, in one process.
import type { FastifyInstance } from 'fastify';
import { type Config, readConfig } from '../src/config.ts';
import { createDb } from '../src/platform/db.ts';
import { createLog } from '../src/platform/log.ts';
import { ensureServiceRole, underRole } from '../src/platform/roles.ts';
import { createApi } from '../src/wiring/api.ts';
import { createWorker } from '../src/wiring/worker.ts';
import { keepPartitions } from '../src/worker/maintenance.ts';
import { createDatabase, type TestDatabase } from './database.ts';

export const OPERATOR_TOKEN = 'operator-token-for-tests';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface TestService {
  readonly app: FastifyInstance;
  readonly database: TestDatabase;
  readonly config: Config;
  /** Log lines. */
  readonly lines: string[];
  account(fields?: object): Promise<{ id: string; live: string; test: string; webhookSecret: string }>;
  call(method: Method, url: string, key: string, body?: unknown, headers?: Record<string, string>): Promise<ApiResponse>;
  admin(method: Method, url: string, body?: unknown): Promise<ApiResponse>;
  stop(): Promise<void>;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: responses have many types.
  readonly json: any;
}

/** The database connection, for tests that disturb it. */
export interface DatabaseWay {
  /** Another URL of the same database. */
  readonly way?: (url: string) => Promise<string>;
  readonly connectionsMax?: number;
  readonly connectMsMax?: number;
}

export async function startTestService(
  environment: Record<string, string> = {},
  worker = true,
  { way = async (url) => url, connectionsMax = 10, connectMsMax = 5000 }: DatabaseWay = {},
): Promise<TestService> {
  const database = await createDatabase();
  // No test reaches the network, so canaries run only where a test asks for them.
  const config = readConfig({ SYNC_WAIT_SECONDS: '3', CANARY_INTERVAL_MINUTES: '0', CALLBACK_RETRY_SECONDS: '0.1,0.1', ...environment });
  const lines: string[] = [];
  const log = createLog('debug', (line) => lines.push(line));
  const secrets = { adminToken: OPERATOR_TOKEN, keyPepper: 'pepper', tokenIsNew: false };
  // As in an installation: with the restricted role.
  const db = createDb({
    url: underRole(await way(database.url), await ensureServiceRole(database.db)),
    connectionsMax,
    queryMsMax: 20_000,
    connectMsMax,
  });
  // As in an installation: before the first project. Otherwise the planner postpones it by a minute.
  if (worker) await keepPartitions(database.db);
  const working = worker ? await createWorker(db, config, log) : null;
  const otherMetrics = async () => (working ? [await working.metrics.snapshot()] : []);
  const api = await createApi({ db, config, secrets, log, otherMetrics });

  const send = async (method: Method, path: string, body: unknown, headers: Record<string, string>): Promise<ApiResponse> => {
    const url = `${config.BASE_PATH}${path}`;
    const response = await api.app.inject({ method, url, headers, ...(body === undefined ? {} : { payload: body as object }) });
    let json: unknown;
    try {
      json = JSON.parse(response.payload);
    } catch {
      json = undefined;
    }
    return { status: response.statusCode, headers: response.headers as Record<string, unknown>, text: response.payload, json };
  };
  const admin: TestService['admin'] = (method, url, body) => send(method, url, body, { authorization: `Bearer ${OPERATOR_TOKEN}` });
  return {
    app: api.app,
    database,
    config,
    lines,
    admin,
    call: (method, url, key, body, headers = {}) => send(method, url, body, { authorization: `Bearer ${key}`, ...headers }),
    account: async (fields = {}) => {
      const { json } = await admin('POST', '/admin/accounts', { name: 'Test', email: 'test@mail.example', credits: 1000, ...fields });
      return { id: json.id, live: json.keys.live, test: json.keys.test, webhookSecret: json.webhookSecret };
    },
    stop: async () => {
      await working?.stop(1000);
      await api.close();
      await db.close();
      await database.drop();
    },
  };
}

export async function until<T>(probe: () => Promise<T | null | undefined | false>, secondsMax = 60): Promise<T> {
  const end = Date.now() + secondsMax * 1000;
  for (;;) {
    const value = await probe();
    if (value) return value;
    if (Date.now() > end) throw new Error('waited in vain');
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}
