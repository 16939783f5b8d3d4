// A client with the official OpenTelemetry SDK and a receiver of OTLP: one trace over the API and a worker in another process.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import path from 'node:path';
import { defaultTextMapGetter, defaultTextMapSetter, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { TracerProvider } from '@opentelemetry/sdk-trace';
import { type Environment, openWithOneAccount } from '../../environment.ts';
import { listen } from '../../net.ts';
import { type OtlpReceiver, openOtlpReceiver, type ReceivedSpan } from '../../otlp-receiver.ts';
import { ROOT } from '../../paths.ts';
import { until } from '../../wait.ts';
import type { CompatibilityCheck } from '../check.ts';

const WAIT_MS_MAX = 120_000;
const WHOLE = ['POST /serp/new', 'place', 'queue wait', 'job serp', 'attempt', 'settle', 'callback'];

/** Creates a request within a span of the client, as an instrumented program does. Returns the context of that span. */
async function createInSpan(url: string, key: string, callback: string) {
  const span = new TracerProvider().getTracer('client').startSpan('client');
  const headers: Record<string, string> = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  new W3CTraceContextPropagator().inject(trace.setSpan(ROOT_CONTEXT, span), headers, defaultTextMapSetter);
  const body = JSON.stringify({ keyword: 'coffee', region: 'US', callback });
  const response = await fetch(`${url}/serp/new`, { method: 'POST', headers, body });
  assert.equal(response.status, 200, await response.text());
  return span.spanContext();
}

/** The spans form one tree below the span of the client. */
function checkTree(spans: readonly ReceivedSpan[], clientSpan: string): void {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const [request, ...others] = WHOLE.map((name) => spans.find((span) => span.name === name)!);
  assert.equal(request!.parentSpanId, clientSpan);
  for (const span of others) assert.ok(byId.has(span.parentSpanId!), `the parent of "${span.name}" is missing`);
  const roles = (name: string): unknown => spans.find((span) => span.name === name)!.resource['sextant.role'];
  assert.deepEqual(WHOLE.map(roles), ['api', 'api', 'worker', 'worker', 'worker', 'worker', 'worker']);
  const processes = new Set(spans.map(({ resource }) => resource['service.instance.id']));
  assert.equal(processes.size, 2);
}

async function checkTrace(environment: Environment, receiver: OtlpReceiver): Promise<void> {
  const received: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    received.push(request.headers);
    request.resume();
    response.end();
  });
  const callback = `http://127.0.0.1:${await listen(server)}/`;
  try {
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_SERVICE_NAME: 'lab', CALLBACK_ALLOW: '127.0.0.0/8' };
    const api = await environment.start('api', settings);
    const worker = await environment.start('worker', settings);
    const { traceId, spanId } = await createInSpan(api.url, environment.key, callback);
    const own = (): ReceivedSpan[] => receiver.spans.filter((span) => span.traceId === traceId);
    await until(() => WHOLE.every((name) => own().some((span) => span.name === name)), {
      msMax: WAIT_MS_MAX,
      problem: () => `only these spans arrived: ${own().map(({ name }) => name)}`,
    });
    checkTree(own(), spanId);
    const passed = trace.getSpanContext(new W3CTraceContextPropagator().extract(ROOT_CONTEXT, received[0], defaultTextMapGetter));
    assert.equal(passed?.traceId, traceId);
    assert.equal(passed?.spanId, own().find(({ name }) => name === 'callback')!.spanId);
    // Spans that wait when a process stops are sent.
    const last = await createInSpan(api.url, environment.key, callback);
    assert.equal((await api.stop()).code, 0);
    assert.equal((await worker.stop()).code, 0);
    assert.ok(receiver.spans.some((span) => span.traceId === last.traceId && span.name === 'place'));
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

export const TRACE_CHECKS: readonly CompatibilityCheck[] = [
  {
    name: 'opentelemetry-traces',
    area: 'Observability',
    tool: 'OpenTelemetry SDK for JavaScript',
    what: 'continues the trace of an instrumented client from the request to the callback over two processes, received by OTLP over HTTP',
    run: async () => {
      const [environment, receiver] = [await openWithOneAccount(), await openOtlpReceiver()];
      try {
        await checkTrace(environment, receiver);
      } finally {
        await environment.close();
        await receiver.close();
      }
      return { version: JSON.parse(readFileSync(path.join(ROOT, 'node_modules/@opentelemetry/sdk-trace/package.json'), 'utf8')).version };
    },
  },
];
