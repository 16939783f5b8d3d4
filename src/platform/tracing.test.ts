import { afterEach, describe, expect, test } from 'vitest';
import { type OtlpReceiver, openOtlpReceiver } from '../../lab/otlp-receiver.ts';
import { createTracer } from './tracer.ts';
import { readHeaders, readTraceparent, type Tracer, type TracerSettings, traceparentOf } from './tracing.ts';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const CONTEXT = `00-${TRACE_ID}-00f067aa0ba902b7-01`;
const SETTINGS: TracerSettings = {
  endpoint: null,
  headers: null,
  serviceName: 'test',
  sampler: 'parentbased_always_on',
  ratio: 1,
  showsKeywords: false,
  resource: {},
};

describe('a traceparent', () => {
  test('is read and written', () => {
    expect(readTraceparent(CONTEXT)).toEqual({ traceId: TRACE_ID, spanId: '00f067aa0ba902b7', flags: 1 });
    expect(traceparentOf(readTraceparent(CONTEXT)!)).toBe(CONTEXT);
  });
  test('of a later version may have more fields and flags', () => {
    expect(traceparentOf(readTraceparent(`cc-${TRACE_ID}-00f067aa0ba902b7-09-more`)!)).toBe(CONTEXT);
  });
  test.each([undefined, '', 1, [CONTEXT], CONTEXT.slice(0, -1), ` ${CONTEXT}`, `${CONTEXT}\n`, `${CONTEXT}-more`, CONTEXT.toUpperCase()])(
    'is ignored when it is malformed: %j',
    (header) => expect(readTraceparent(header)).toBeNull(),
  );
});

describe('headers of the receiver', () => {
  test('are names with percent-encoded values', () => {
    expect(readHeaders('authorization=Basic%20YWJj, x-scope=a=b')).toEqual({ authorization: 'Basic YWJj', 'x-scope': 'a=b' });
  });
  test.each(['', 'name', '=value', 'na me=value', 'name=%zz', 'name=a%0d%0ab'])('are rejected in another form: %j', (text) =>
    expect(readHeaders(text)).toBeNull(),
  );
});

describe('the tracer', () => {
  let receiver: OtlpReceiver | null = null;
  let counts: Record<string, number> = {};
  const open = async (settings: Partial<TracerSettings> = {}): Promise<Tracer> => {
    const own: Record<string, number> = {};
    counts = own;
    receiver = await openOtlpReceiver();
    const tracer = await createTracer({ ...SETTINGS, endpoint: receiver.url, ...settings }, (outcome, count) => {
      own[outcome] = (own[outcome] ?? 0) + count;
    });
    return tracer!;
  };
  const startOne = (tracer: Tracer, parent: string | null = null) => tracer.start('one', { kind: 'internal', parent });
  afterEach(async () => {
    await receiver?.close();
    receiver = null;
  });

  test('does not exist without an endpoint', async () => {
    expect(await createTracer(SETTINGS, () => undefined)).toBeNull();
  });

  test('sends all spans when it closes', async () => {
    const tracer = await open();
    for (let number = 0; number < 1500; number++) startOne(tracer).end();
    await tracer.close(60_000);
    expect([receiver!.spans.length, counts]).toEqual([1500, { exported: 1500 }]);
  });

  test('follows its sampler', async () => {
    const sampled = async (sampler: TracerSettings['sampler'], ratio: number, parent: string | null): Promise<boolean> => {
      const tracer = await open({ sampler, ratio });
      const span = startOne(tracer, parent);
      const { isRecorded, traceparent } = span;
      expect(traceparent.endsWith(isRecorded ? '-01' : '-00')).toBe(true);
      await tracer.close();
      await receiver!.close();
      return isRecorded;
    };
    const unsampled = CONTEXT.replace(/1$/, '0');
    expect(await sampled('always_on', 1, unsampled)).toBe(true);
    expect(await sampled('always_off', 1, CONTEXT)).toBe(false);
    expect(await sampled('traceidratio', 0, CONTEXT)).toBe(false);
    expect(await sampled('traceidratio', 1, null)).toBe(true);
    expect(await sampled('parentbased_always_off', 1, CONTEXT)).toBe(true);
    expect(await sampled('parentbased_always_on', 1, unsampled)).toBe(false);
    expect(await sampled('parentbased_traceidratio', 0, null)).toBe(false);
  });

  test('drops and counts spans while the receiver does not respond, and closes in time', async () => {
    const tracer = await open();
    receiver!.respond('hang');
    for (let number = 0; number < 6000; number++) startOne(tracer).end();
    // One batch of 512 is being sent, and 4096 spans wait.
    expect(counts).toEqual({ dropped: 6000 - 512 - 4096 });
    const started = performance.now();
    await tracer.close(300);
    expect(performance.now() - started).toBeLessThan(20_000);
    startOne(tracer).end();
  });

  test('counts spans that the receiver refuses', async () => {
    const tracer = await open();
    receiver!.respond('refuse');
    startOne(tracer).end();
    await tracer.close(60_000);
    expect(counts).toEqual({ failed: 1 });
  });

  test('records the name of an error, but not its message', async () => {
    const tracer = await open();
    startOne(tracer).end({ failure: new TypeError('secret text') });
    await tracer.close(60_000);
    expect(receiver!.spans).toMatchObject([{ failure: 'TypeError', attributes: { 'error.type': 'TypeError' } }]);
    expect(JSON.stringify(receiver!.spans)).not.toContain('secret');
  });
});
