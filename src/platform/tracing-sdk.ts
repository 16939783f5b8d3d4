// Traces with the OpenTelemetry SDK, sent by OTLP over HTTP. Loaded only when a receiver is configured.
import {
  type Attributes,
  ROOT_CONTEXT,
  type Span as SdkSpan,
  SpanKind as SdkSpanKind,
  type SpanContext,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type Sampler,
  type SpanExporter,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import {
  type OnSpans,
  readHeaders,
  readTraceparent,
  type SamplerName,
  type Span,
  type SpanAttributes,
  type SpanKind,
  type SpanStart,
  type Tracer,
  type TracerSettings,
  traceparentOf,
} from './tracing.ts';

/** Spans that wait for the receiver. About 2 MB; further ones are dropped. */
const QUEUE_MAX = 4096;
const BATCH_MAX = 512;
const EXPORT_MS = 10_000;
const DELAY_MS = 1000;
const CLOSE_MS_MAX = 3000;

const KINDS: Readonly<Record<SpanKind, SdkSpanKind>> = {
  client: SdkSpanKind.CLIENT,
  consumer: SdkSpanKind.CONSUMER,
  internal: SdkSpanKind.INTERNAL,
  producer: SdkSpanKind.PRODUCER,
  server: SdkSpanKind.SERVER,
};

function samplerOf(name: SamplerName, ratio: number): Sampler {
  const root: Sampler = name.endsWith('always_on')
    ? new AlwaysOnSampler()
    : name.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(ratio);
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

/** Counts what the receiver accepted and what it did not. */
function countingExporter(exporter: SpanExporter, onSpans: OnSpans, onTaken: (count: number) => void): SpanExporter {
  return {
    export: (spans, done) => {
      onTaken(spans.length);
      exporter.export(spans, (result) => {
        onSpans(result.code === 0 ? 'exported' : 'failed', spans.length);
        done(result);
      });
    },
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  };
}

/** Batches spans, and counts those that do not fit into its queue. The SDK drops them without saying so. */
function countingProcessor(exporter: SpanExporter, onSpans: OnSpans): SpanProcessor {
  let waiting = 0;
  const batches = new BatchSpanProcessor({
    exporter: countingExporter(exporter, onSpans, (count) => {
      waiting -= count;
    }),
    maxQueueSize: QUEUE_MAX,
    maxExportBatchSize: BATCH_MAX,
    scheduledDelayMillis: DELAY_MS,
    exportTimeoutMillis: 2 * EXPORT_MS,
  });
  return {
    onStart: (span, context) => batches.onStart(span, context),
    onEnd: (span: ReadableSpan) => {
      if ((span.spanContext().traceFlags & 1) === 0) return;
      if (waiting >= QUEUE_MAX) return onSpans('dropped', 1);
      waiting += 1;
      batches.onEnd(span);
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  };
}

const definedOnly = (attributes: SpanAttributes): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined)) as Attributes;

function fail(span: SdkSpan, failure: unknown): void {
  const name = failure instanceof Error ? failure.name : String(failure);
  span.setAttribute('error.type', name);
  span.setStatus({ code: SpanStatusCode.ERROR, message: name });
}

function toSpan(span: SdkSpan): Span {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    traceparent: traceparentOf({ traceId, spanId, flags: traceFlags }),
    isRecorded: span.isRecording(),
    end: ({ attributes, failure, at } = {}) => {
      if (attributes) span.setAttributes(definedOnly(attributes));
      if (failure !== undefined && failure !== null) fail(span, failure);
      span.end(at);
    },
  };
}

function contextOf(parent: string | null) {
  const given = parent === null ? null : readTraceparent(parent);
  if (!given) return ROOT_CONTEXT;
  const spanContext: SpanContext = { traceId: given.traceId, spanId: given.spanId, traceFlags: given.flags, isRemote: true };
  return trace.setSpanContext(ROOT_CONTEXT, spanContext);
}

export function createSdkTracer(settings: TracerSettings & { readonly endpoint: string }, onSpans: OnSpans): Tracer {
  const exporter = new OTLPTraceExporter({
    url: `${settings.endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: readHeaders(settings.headers ?? '') ?? {},
    timeoutMillis: EXPORT_MS,
  });
  const provider = new TracerProvider({
    sampler: samplerOf(settings.sampler, settings.ratio),
    resource: defaultResource()
      .merge(detectResources({ detectors: [envDetector] }))
      .merge(resourceFromAttributes({ 'service.name': settings.serviceName, ...settings.resource })),
    spanProcessors: [countingProcessor(exporter, onSpans)],
  });
  const tracer = provider.getTracer('sextant');
  let closing: Promise<void> | null = null;
  return {
    showsKeywords: settings.showsKeywords,
    start: (name, { kind, parent, attributes, at }: SpanStart) =>
      toSpan(
        tracer.startSpan(
          name,
          {
            kind: KINDS[kind],
            ...(attributes ? { attributes: definedOnly(attributes) } : {}),
            ...(at === undefined ? {} : { startTime: at }),
          },
          contextOf(parent),
        ),
      ),
    close: (msMax = CLOSE_MS_MAX) => {
      closing ??= new Promise((resolve) => {
        const timer = setTimeout(resolve, msMax);
        provider
          .shutdown()
          .catch(() => undefined)
          .finally(() => {
            clearTimeout(timer);
            resolve();
          });
      });
      return closing;
    },
  };
}
