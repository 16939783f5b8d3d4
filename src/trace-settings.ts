// Settings of traces, under the standard names of OpenTelemetry.
import { readHeaders, SAMPLERS, type SamplerName } from './platform/tracing.ts';
import { fail, flag, number, oneOf, optional, type Setting, text } from './setting.ts';

const endpoint: Setting<string | null> = {
  ...optional('Send traces by OTLP over HTTP to this URL, such as http://127.0.0.1:4318. /v1/traces is appended. See Tracing.'),
  read: (given) => {
    const url = URL.canParse(given) ? new URL(given) : null;
    return url && /^https?:$/.test(url.protocol) ? given : fail('must be an http or https URL');
  },
};

const headers: Setting<string | null> = {
  ...optional('Headers (comma-separated name=value) of requests to the trace receiver, such as a token.', true),
  read: (given) => (readHeaders(given) === null ? fail('must be name=value, separated by commas') : given),
};

export const traceSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_HEADERS: headers,
  OTEL_SERVICE_NAME: text('sextant', 'Name of this service in traces.'),
  OTEL_TRACES_SAMPLER: oneOf<SamplerName>(
    SAMPLERS,
    'parentbased_always_on',
    'Which requests are traced. parentbased_… follows traceparent of the request.',
  ),
  OTEL_TRACES_SAMPLER_ARG: number(1, 0, 1, 'Share of traced requests, for the samplers traceidratio and parentbased_traceidratio.'),
  TRACE_KEYWORDS: flag(false, 'Include keywords in traces.'),
} as const;
