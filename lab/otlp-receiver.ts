// A receiver of traces: OTLP over HTTP in JSON, as the OpenTelemetry Collector accepts it.
import { createServer } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { listen } from './net.ts';

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  readonly name: string;
  /** As in the protocol: 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  readonly kind: number;
  /** In milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly resource: Readonly<Record<string, unknown>>;
  /** The text of a failed span; null for the others. */
  readonly failure: string | null;
}

export interface OtlpReceiver {
  readonly url: string;
  readonly spans: ReceivedSpan[];
  /** Headers of the requests. */
  readonly headers: Record<string, unknown>[];
  /** How requests are answered from now on: accepted, with status 400, or never. */
  respond(how: 'accept' | 'refuse' | 'hang'): void;
  close(): Promise<void>;
}

interface KeyValue {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}
interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes?: readonly KeyValue[];
  readonly status?: { readonly code?: number; readonly message?: string };
}
interface OtlpRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly KeyValue[] };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

const FAILED = 2;
const valuesOf = (attributes: readonly KeyValue[] = []): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
const millisecondsOf = (nanoseconds: string): number => Number(BigInt(nanoseconds) / 1000n) / 1000;

export function spansIn(request: OtlpRequest): ReceivedSpan[] {
  return request.resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId || null,
        name: span.name,
        kind: span.kind,
        startedAt: millisecondsOf(span.startTimeUnixNano),
        endedAt: millisecondsOf(span.endTimeUnixNano),
        attributes: valuesOf(span.attributes),
        resource: valuesOf(resource.attributes),
        failure: span.status?.code === FAILED ? (span.status.message ?? '') : null,
      })),
    ),
  );
}

export async function openOtlpReceiver(): Promise<OtlpReceiver> {
  const [spans, headers]: [ReceivedSpan[], Record<string, unknown>[]] = [[], []];
  let how: 'accept' | 'refuse' | 'hang' = 'accept';
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    headers.push(request.headers);
    if (how === 'hang') return;
    const isTraces = request.method === 'POST' && request.url === '/v1/traces' && request.headers['content-type'] === 'application/json';
    if (how === 'refuse' || !isTraces) {
      response.writeHead(isTraces ? 400 : 404).end();
      return;
    }
    const body = Buffer.concat(chunks);
    const text = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
    spans.push(...spansIn(JSON.parse(text.toString('utf8')) as OtlpRequest));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"partialSuccess":{}}');
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    headers,
    respond: (given) => {
      how = given;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
