// Loads the OpenTelemetry SDK and creates the tracer of a process, if a receiver is configured.
import type { OnSpans, Tracer, TracerSettings } from './tracing.ts';

/** A receiver is configured, but the optional packages of the SDK are not installed. */
export class TracingUnavailable extends Error {}

/** Returns null, and loads nothing, without an endpoint. */
export async function createTracer(settings: TracerSettings, onSpans: OnSpans): Promise<Tracer | null> {
  const { endpoint } = settings;
  if (endpoint === null) return null;
  const sdk = await import('./tracing-sdk.ts').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new TracingUnavailable('OTEL_EXPORTER_OTLP_ENDPOINT is set, but the packages of OpenTelemetry are not installed', { cause });
  });
  return sdk.createSdkTracer({ ...settings, endpoint }, onSpans);
}
