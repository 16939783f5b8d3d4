// The charts of each monitoring page.
import type { Mode } from '../../../src/contract/vocabulary.ts';
import type { Chart } from './history.tsx';
import { byKey, everyKey, successByKey, valuesOf } from './series-lines.ts';

const QUANTILES = { p50Ms: 'p50', p95Ms: 'p95', p99Ms: 'p99' };

/** Lists are constants, because a new list would draw its charts again. */
const perMode = (charts: (mode: Mode) => readonly Chart[]): Readonly<Record<Mode, readonly Chart[]>> => ({
  live: charts('live'),
  test: charts('test'),
});

export const SOURCE_CHARTS = perMode((mode) => [
  { title: 'Runs by engine', series: 'engines', mode, lines: byKey(mode, 'runs') },
  { title: 'Success by engine', series: 'engines', mode, lines: successByKey(mode, 'runs'), unit: '%' },
  { title: 'Latency p95 by engine', series: 'engines', mode, lines: byKey(mode, 'p95Ms', 'runs'), unit: 'ms' },
  { title: 'Latency of the busiest engine', series: 'engines', mode, lines: valuesOf(QUANTILES, mode, 'runs'), unit: 'ms' },
  { title: 'Success by source', series: 'sources', mode, lines: successByKey(mode, 'attempts'), unit: '%' },
]);

export const QUEUE_CHARTS = perMode((mode) => [
  { title: 'Waiting jobs', series: 'queue', mode, lines: byKey(mode, 'waiting') },
  { title: 'Oldest job', series: 'queue', mode, lines: byKey(mode, 'oldestSeconds'), unit: 's' },
  { title: 'Credits', series: 'credits', mode, lines: valuesOf({ charged: 'Charged', refunded: 'Refunded' }, mode) },
]);

export const SERVICE_CHARTS: readonly Chart[] = [
  { title: 'API requests', series: 'requests', lines: valuesOf({ requests: 'Requests', serverErrors: 'Server errors' }) },
  { title: 'API latency', series: 'requests', lines: valuesOf(QUANTILES), unit: 'ms' },
  { title: 'Database round trip', series: 'database', lines: valuesOf(QUANTILES), unit: 'ms' },
];

export const CALLBACK_CHARTS: readonly Chart[] = [
  { title: 'Delivery attempts', series: 'callbacks', lines: valuesOf({ delivered: 'Delivered', failed: 'Failed' }) },
  { title: 'Pending callbacks', series: 'outbox', lines: everyKey('pending') },
  { title: 'Oldest callback', series: 'outbox', lines: everyKey('oldestSeconds'), unit: 's' },
];

export const FLEET_CHARTS: readonly Chart[] = [
  { title: 'Event loop lag p99', series: 'eventLoop', lines: everyKey('p99Ms'), unit: 'ms' },
  { title: 'Disk usage', series: 'disk', lines: everyKey('usedShare', 100), unit: '%' },
];
