// How long clients wait at seven tenths of what the service can do, with requests that come by the clock and not when the last was answered.
import { load as openLoad } from '../resilience/load.ts';
import { JSON_HEADERS } from './cases.ts';
import { load } from './load.ts';

const SHARE = 0.7;

export async function latency(stage, { seconds }) {
  const api = await stage.startApi();
  const create = { method: 'POST', path: '/serp/new', body: JSON.stringify({ keyword: 'red shoes', region: 'US' }) };
  const headers = JSON_HEADERS(stage.key);
  const results = [];
  for (const name of ['create', 'fetch']) {
    const answer = await fetch(`${api.base}/serp/new`, { method: 'POST', headers, body: create.body });
    const { id } = await answer.json();
    const request = name === 'create' ? create : { path: `/serp/${id}` };
    const most = await load({ origin: api.base, ...request, headers, connections: 64, seconds });
    if (most.failed > 0) throw new Error(`${most.failed} of ${most.requests} requests failed`);
    const knee = most.requests / most.seconds;
    const { byStatus, failed } = await openLoad({
      origin: api.base,
      key: stage.key,
      requests: [request],
      rate: knee * SHARE,
      seconds: seconds * 3,
    });
    const others = Object.keys(byStatus).filter((status) => status !== '200');
    if (failed > 0 || others.length > 0)
      throw new Error(`not every ${name} was answered with 200: ${failed} failed, also ${others.join(', ')}`);
    const { p50, p99 } = byStatus[200];
    const limit = `median, at ${Math.round(knee * SHARE).toLocaleString('en')} a second, 0.7 of the most`;
    results.push({ name: `ms for a ${name}, slowest hundredth`, ours: p99, bare: p50, limit, digits: 1 });
    await stage.reset();
  }
  await api.stop();
  return results;
}
