// The short profile of `npm run fuzz`: a fixed seed, the same targets, small counts, inside the test process.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fuzzEndpoints } from '../lab/fuzz/endpoints.ts';
import type { Findings } from '../lab/fuzz/findings.ts';
import { fuzzGuardedClient, fuzzGuardedService, fuzzGuardRules, startHoneypot } from '../lab/fuzz/guard.ts';
import { fuzzKeys } from '../lab/fuzz/keys.ts';
import { loadWithSecrets, scan } from '../lab/fuzz/leaks.ts';
import { fuzzRaces } from '../lab/fuzz/races.ts';
import { fuzzRaw } from '../lab/fuzz/raw.ts';
import { fuzzRebinding } from '../lab/fuzz/rebinding.ts';
import { type Parrot, plantedSettings, searchFor, startParrot } from '../lab/fuzz/secrets.ts';
import { type Target, UNHURRIED } from '../lab/fuzz/service.ts';
import { type Sink, startSink } from '../lab/fuzz/sink.ts';
import { FORBIDDEN_HOSTS } from '../lab/fuzz/spellings.ts';
import { createRandom, type Random } from '../lab/random.ts';
import { callbackProblem } from '../src/business/callbacks/callback-url.ts';
import { createHttpClient } from '../src/platform/http.ts';
import { createResolver } from '../src/platform/resolver.ts';
import { isAllowedAddress, isAllowedHost, vettedAddress } from '../src/platform/ssrf-guard.ts';
import { createHttpFetch } from '../src/sources/transport/http.ts';
import { createWhoisFetch } from '../src/sources/transport/tcp43.ts';
import { OPERATOR_TOKEN, startTestService, type TestService } from './service.ts';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const SEED = 20_261_115;
const product = {
  callbackProblem,
  isAllowedAddress,
  isAllowedHost,
  vettedAddress,
  createHttpClient,
  createResolver,
  createHttpFetch,
  createWhoisFetch,
};
const found: { kind: string; what: string; input: unknown }[] = [];
const findings: Findings = { all: found, add: (kind: string, what: string, input: unknown) => void found.push({ kind, what, input }) };
const say = (): void => undefined;

let service: TestService;
let database: pg.Client;
/** The environment of the fuzzers. */
interface Parts {
  readonly random: Random;
  readonly target: Target;
  readonly findings: Findings;
  readonly say: () => void;
  readonly product: typeof product;
  readonly parrot: Parrot;
  readonly sink: Sink;
  readonly secrets: Record<string, string>;
}
let parts: Parts;

beforeAll(async () => {
  const random = createRandom(SEED);
  const [parrot, sink] = [await startParrot(), await startSink(1000)];
  const { settings, secrets } = plantedSettings(random.fork('secrets'), parrot);
  service = await startTestService({ ...UNHURRIED, ...settings, PORT: '0', WORKER_CONCURRENCY: '50' });
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
  database = new pg.Client({ connectionString: service.database.url });
  await database.connect();
  const target: Target = {
    url,
    token: OPERATOR_TOKEN,
    admin: service.admin,
    account: async (fields: object = {}) =>
      (await service.admin('POST', '/admin/accounts', { name: 'Fuzz', email: 'fuzz@mail.example', credits: 1_000_000_000, ...fields }))
        .json,
    query: async (text: string, values: unknown[] = []) => (await database.query(text, values)).rows,
    log: () => service.lines.join(''),
    postgresLog: () => '',
    rss: () => 0,
    alive: () => true,
  };
  // The test service has its own token and pepper.
  parts = { random, target, findings, say, product, parrot, sink, secrets: { ...secrets, token: OPERATOR_TOKEN } };
});
afterAll(async () => {
  await database.end();
  await parts.sink.close();
  await parts.parrot.close();
  await service.stop();
});

const nothingFound = (): void => {
  const all = found.splice(0);
  expect(all).toEqual([]);
};

describe('from a fixed seed', () => {
  test('1,500 requests over every operation get the response of the contract, and the ledger matches', async () => {
    const openapi = JSON.parse(readFileSync(path.join(ROOT, 'docs', 'openapi.json'), 'utf8'));
    const { counts } = await fuzzEndpoints({
      ...parts,
      random: parts.random.fork('endpoints'),
      openapi,
      count: 1500,
      only: null,
      sink: parts.sink.url,
    });
    expect(Object.values(counts).reduce((sum, each) => sum + each, 0)).toBeGreaterThanOrEqual(1490);
    nothingFound();
  });

  test('invalid HTTP gets an error response, and the service continues', async () => {
    const { keys } = await parts.target.account();
    await fuzzRaw({ ...parts, random: parts.random.fork('raw'), key: keys.test, count: 70 });
    nothingFound();
  });

  test('nearly valid keys all get the same rejection', async () => {
    await fuzzKeys({ ...parts, random: parts.random.fork('auth'), count: 300 });
    nothingFound();
  });

  test('simultaneous clients share credits, limits and idempotency keys exactly', async () => {
    await fuzzRaces({ ...parts, random: parts.random.fork('races'), count: 260 });
    nothingFound();
  });

  test('no spelling of a forbidden IP address is connected to', async () => {
    expect(new Set(FORBIDDEN_HOSTS).size).toBeGreaterThanOrEqual(150);
    const honeypot = await startHoneypot();
    fuzzGuardRules({ ...parts, random: parts.random.fork('guard'), count: 6000 });
    await fuzzGuardedClient({ ...parts, honeypot });
    await fuzzGuardedService({ ...parts, honeypot, hosts: FORBIDDEN_HOSTS.filter((_, index) => index % 8 === 0) });
    expect(honeypot.connects()).toBe(0);
    await honeypot.close();
    nothingFound();
  });

  test('names with changing, mixed or aliased internal addresses are never connected to', async () => {
    const honeypot = await startHoneypot();
    const { caught } = await fuzzRebinding({ ...parts, honeypot, random: parts.random.fork('rebinding'), count: 66 });
    expect(caught).toBe(0);
    await honeypot.close();
    nothingFound();
  });

  test('planted secrets and another account’s keywords appear nowhere', async () => {
    const loaded = await loadWithSecrets({ ...parts, random: parts.random.fork('leaks'), rounds: 1, endMs: 5000 });
    expect(await scan({ ...parts, ...loaded })).toBe(0);
    nothingFound();
  }, 300_000);
});

test('the leak scan finds a secret in every encoding', async () => {
  const secret = 'canary-of-this-test-0123456789';
  const forms = [
    secret,
    Buffer.from(`user:${secret}`).toString('base64'),
    Buffer.from(secret).toString('hex'),
    Buffer.from(`ab${secret}c`).toString('base64url'),
  ];
  for (const form of forms) expect(searchFor({ secret }, { log: `before ${form} after` }), form).not.toEqual([]);
  expect(searchFor({ secret }, { log: 'nothing of it' })).toEqual([]);
});
