// Traces: the interface that the service uses, and W3C trace contexts.

export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
export type SamplerName = (typeof SAMPLERS)[number];

export type SpanKind = 'client' | 'consumer' | 'internal' | 'producer' | 'server';
export type SpanAttributes = Readonly<Record<string, boolean | number | string | undefined>>;

export interface SpanStart {
  readonly kind: SpanKind;
  /** A `traceparent`. Null starts a new trace. */
  readonly parent: string | null;
  readonly attributes?: SpanAttributes;
  /** In milliseconds since 1970. Default: now. */
  readonly at?: number;
}

export interface Span {
  /** The context that children and other services continue. */
  readonly traceparent: string;
  /** False: nothing is recorded, and children are not recorded either. */
  readonly isRecorded: boolean;
  /** A text or an error marks the span as failed. Of an error only its name is recorded, because messages may contain customer data. */
  end(more?: { readonly attributes?: SpanAttributes; readonly failure?: unknown; readonly at?: number }): void;
}

export interface Tracer {
  start(name: string, start: SpanStart): Span;
  /** Spans may contain keywords. */
  readonly showsKeywords: boolean;
  /** Sends the spans that wait, for this time at most. Never throws. */
  close(msMax?: number): Promise<void>;
}

export interface TracerSettings {
  /** The URL of the receiver without `/v1/traces`. Null: no traces, and the SDK is not loaded. */
  readonly endpoint: string | null;
  readonly headers: string | null;
  readonly serviceName: string;
  readonly sampler: SamplerName;
  /** For the samplers with a ratio, from 0 to 1. */
  readonly ratio: number;
  readonly showsKeywords: boolean;
  /** Describes this process, such as its role and version. */
  readonly resource: Readonly<Record<string, string>>;
}

export type OnSpans = (outcome: 'dropped' | 'exported' | 'failed', count: number) => void;

export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  /** 1: sampled. */
  readonly flags: number;
}

/** Later versions of the format may append fields. */
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;
const LENGTH = 55;

/** Returns null for anything that is not a W3C `traceparent`: the request is then traced as if it had none. */
export function readTraceparent(header: unknown): TraceContext | null {
  const match = typeof header === 'string' ? TRACEPARENT.exec(header) : null;
  if (!match || (match[1] === '00' && match[0].length !== LENGTH)) return null;
  return { traceId: match[2]!, spanId: match[3]!, flags: Number.parseInt(match[4]!, 16) & 1 };
}

export const traceparentOf = ({ traceId, spanId, flags }: TraceContext): string => `00-${traceId}-${spanId}-0${flags & 1}`;

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Reads `name=value,name=value` with percent-encoded values. Returns null when it has another form. */
export function readHeaders(text: string): Record<string, string> | null {
  const headers: Record<string, string> = {};
  for (const pair of text.split(',')) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, Math.max(at, 0)).trim();
    if (!HEADER_NAME.test(name)) return null;
    try {
      headers[name] = decodeURIComponent(pair.slice(at + 1).trim());
    } catch {
      return null;
    }
    if (/[\r\n\0]/.test(headers[name])) return null;
  }
  return headers;
}
