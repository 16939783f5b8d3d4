// How long clients wait at 0.7 of the highest rate, with requests at a fixed rate.
import { loadAtRate, loadWaiting, withKey } from '../load.ts';
import { callerOf } from '../net.ts';
import { type BenchResult, JSON_HEADERS } from './cases.ts';
import type { BenchEnvironment, BenchSettings } from './environment.ts';

const SHARE = 0.7;

export async function latency(environment: BenchEnvironment, { seconds }: BenchSettings): Promise<BenchResult[]> {
  const api = await environment.startApi();
  const order = { keyword: 'red shoes', region: 'US' };
  const create = { method: 'POST', path: '/serp/new', body: JSON.stringify(order) };
  const headers = JSON_HEADERS(environment.key);
  const results: BenchResult[] = [];
  for (const name of ['create', 'fetch']) {
    const { json } = await callerOf(api.base, environment.key)('POST', '/serp/new', order);
    const request = name === 'create' ? create : { path: `/serp/${json.id}` };
    const most = await loadWaiting({ origin: api.base, requests: [{ ...request, headers }], clients: 64, seconds });
    if (most.failed > 0) throw new Error(`${most.failed} of ${most.requests} requests failed`);
    const rateMax = most.requests / most.seconds;
    const { byStatus, failed } = await loadAtRate({
      origin: api.base,
      requests: withKey(environment.key, [request]),
      rate: rateMax * SHARE,
      seconds: seconds * 3,
    });
    const others = Object.keys(byStatus).filter((status) => status !== '200');
    const good = byStatus[200];
    if (failed > 0 || others.length > 0 || !good)
      throw new Error(`not every ${name} was answered with 200: ${failed} failed, also ${others.join(', ')}`);
    const limit = `median, at ${Math.round(rateMax * SHARE).toLocaleString('en')} a second, 0.7 of the most`;
    results.push({ name: `ms for a ${name}, slowest hundredth`, ours: good.p99, bare: good.p50, limit, digits: 1 });
    await environment.reset();
  }
  await api.stop();
  return results;
}
