// Reads: one result, many jobs that are still open, and many results; beside a server that sends the same bytes from memory.
import { createSettleJob } from '#product/business/orders/settle.js';
import { createQueue } from '#product/platform/queue.js';
import { bareHttp } from './bare.ts';
import { JSON_HEADERS, rounds } from './cases.ts';
import { withCpu } from './cpu.ts';
import { load } from './load.ts';

const RESULT_BYTES = 19_000;
const RESULTS = 100;

/** Words that pack like the text of result pages do: to somewhat less than half. */
export function resultOf(bytes) {
  let seed = 7;
  const next = () => (seed = (seed * 1103515245 + 12345) % 2147483648);
  const word = () =>
    next()
      .toString(36)
      .slice(0, 3 + (next() % 5));
  const organic = [];
  while (JSON.stringify({ organic }).length < bytes) {
    organic.push({
      position: organic.length + 1,
      title: `${word()} ${word()} ${word()}`,
      url: `https://www.${word()}.example/${word()}/${word()}`,
      snippet: Array.from({ length: 25 }, word).join(' '),
    });
  }
  return JSON.stringify({ totalResults: 1000, raw: [], organic });
}

export async function fetches(stage, settings) {
  const api = await stage.startApi();
  const compare = comparing(stage, api, settings);
  const done = await finished(stage, api, RESULTS);
  const open = await created(stage, api, 999);
  const headers = (encoding) => ({ ...JSON_HEADERS(stage.key), 'accept-encoding': encoding });
  const one = { path: `/serp/${done[0]}`, method: 'GET', connections: 64, perRequest: 1, expected: 0.35 };
  const list = (ids) => ({ path: '/serp/list', method: 'POST', body: JSON.stringify(ids), connections: 4, perRequest: ids.length });
  const results = [
    await compare('GET/s of a 20 KB result, gzip', { ...one, headers: headers('gzip') }),
    await compare('GET/s of a 20 KB result, not packed', { ...one, headers: headers('identity') }),
    await compare('open objects/s by lists of 1000', { ...list([done[0], ...open]), headers: headers('identity') }),
    await compare(`20 KB results/s by lists of ${RESULTS}, gzip`, { ...list(done), headers: headers('gzip') }),
    await compare(`20 KB results/s by lists of ${RESULTS}, not packed`, { ...list(done), headers: headers('identity') }),
  ];
  await api.stop();
  // The bare server is one process and can have no use for a second core; the service can.
  const pair = await stage.startApi(2);
  const comparePair = comparing(stage, pair, settings);
  results.push(await comparePair('GET/s of a 20 KB result, gzip, two API processes', { ...one, headers: headers('gzip') }));
  await pair.stop();
  return results;
}

function comparing(stage, api, { roundCount, seconds }) {
  return async (name, { path, method, body, headers, connections, perRequest, expected }) => {
    const sample = await rawBytes(api.base, path, headers, method, body);
    const bareServer = await bareHttp({ 'content-type': 'application/json' }, sample);
    const run = (origin) =>
      withCpu({ api: api.pid, database: stage.databasePid() }, async () => {
        const got = await load({ origin, path, method, body, headers, connections, seconds });
        if (got.failed > 0) throw new Error(`${got.failed} of ${got.requests} requests failed`);
        return { rate: (got.requests * perRequest) / got.seconds, operations: got.requests * perRequest };
      });
    const rates = await rounds(
      roundCount,
      () => run(api.base),
      () => run(bareServer.origin),
    );
    bareServer.stop();
    return { name, ...rates, limit: `bare node:http that sends the same ${sample.length} bytes`, ...(expected ? { expected } : {}) };
  };
}

async function created(stage, api, count) {
  const made = await fetch(`${api.base}/serp/new/list`, {
    method: 'POST',
    headers: JSON_HEADERS(stage.key),
    body: JSON.stringify(Array.from({ length: count }, (_, index) => ({ keyword: `tea ${index}`, region: 'US' }))),
  });
  return (await made.json()).map(({ id }) => id);
}

async function finished(stage, api, count) {
  const ids = await created(stage, api, count);
  const own = createQueue(stage.db);
  const settle = createSettleJob(stage.db, own.token, () => {});
  const attempts = [{ source: 'bench', outcome: 'valid', ms: 1 }];
  const end = { outcome: 'done', verdict: 'valid', attempts, body: resultOf(RESULT_BYTES), ageMs: 0 };
  for (const { object_id: id, attempt } of await own.claim(count)) await settle({ id, attempt, history: [] }, end);
  return ids;
}

async function rawBytes(base, path, headers, method, sent = null) {
  const { request } = await import('undici');
  const { body } = await request(base + path, { method, headers, body: sent });
  return Buffer.from(await body.arrayBuffer());
}
