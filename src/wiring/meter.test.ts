// Calls are counted on their way, whatever becomes of them.
import { expect, test } from 'vitest';
import { createMetrics } from '../platform/metrics.ts';
import { unreachable } from '../sources/adapter.ts';
import { createMeter } from './meter.ts';

const request = { url: 'https://api.example/' };
const answering = (body: unknown) => async () => ({ request, url: request.url, status: 200, headers: {}, body: JSON.stringify(body) });

test('calls, tokens and money are counted per provider, and calls that fail are counted too', async () => {
  const metrics = createMetrics('worker');
  const meter = createMeter(metrics);
  const first = { attempt: 1 };
  await meter('dataforseo', answering({ cost: 0.002, tasks: [] }))(request, first);
  await meter('dataforseo', answering({ cost: 0.0006, tasks: [] }))(request, first);
  await meter('serper', answering({ credits: 2 }))(request, first);
  await meter('serpapi', answering({ organic_results: [] }))(request, first);
  const failing = meter('serpapi', () => Promise.reject(unreachable('no answer in time')));
  await expect(failing(request, first)).rejects.toThrow('no answer in time');
  const lines = (await metrics.text([])).split('\n').filter((line) => line.startsWith('sextant_provider_'));
  expect(lines).toEqual([
    'sextant_provider_calls_total{provider="dataforseo",role="worker"} 2',
    'sextant_provider_calls_total{provider="serper",role="worker"} 1',
    'sextant_provider_calls_total{provider="serpapi",role="worker"} 2',
    'sextant_provider_spend_total{provider="dataforseo",currency="USD",role="worker"} 0.0026',
    'sextant_provider_spend_total{provider="serper",currency="credits",role="worker"} 2',
  ]);
});
