// Builds the tracer of a process from the settings. Null without OTEL_EXPORTER_OTLP_ENDPOINT.
import type { Config } from '../config.ts';
import type { Metrics } from '../platform/metrics.ts';
import { createTracer, TracingUnavailable } from '../platform/tracer.ts';
import type { Tracer } from '../platform/tracing.ts';
import { nodeNameOf } from './fleet.ts';
import { StartProblem, VERSION } from './installation.ts';

export async function openTracer(config: Config, role: 'api' | 'worker', metrics: Pick<Metrics, 'spans'>): Promise<Tracer | null> {
  try {
    return await createTracer(
      {
        endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT,
        headers: config.OTEL_EXPORTER_OTLP_HEADERS,
        serviceName: config.OTEL_SERVICE_NAME,
        sampler: config.OTEL_TRACES_SAMPLER,
        ratio: config.OTEL_TRACES_SAMPLER_ARG,
        showsKeywords: config.TRACE_KEYWORDS,
        resource: {
          'service.version': VERSION,
          'service.instance.id': `${nodeNameOf(config)}/${process.pid}`,
          'sextant.role': role,
        },
      },
      metrics.spans,
    );
  } catch (error) {
    if (!(error instanceof TracingUnavailable)) throw error;
    throw new StartProblem(`${error.message}: run npm install, or unset it.`, { cause: error });
  }
}
