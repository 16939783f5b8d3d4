// Time series of the console: their names, the meaning of their values, and the schema of the admin API.
import { DateTime, OneOf } from './dialect.ts';
import Type, { type Static } from './schema.ts';
import { MODES } from './vocabulary.ts';

/** Upper limits of the latency buckets in milliseconds. A last bucket holds everything above. */
export const LATENCY_BUCKETS_MS = [50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000, 60_000] as const;

/**
 * `counts` are summed over processes and time. Of `levels` the highest value counts. A series with `latency` has the
 * buckets of a histogram after its counts. `key` says what the parts of a key are.
 */
export interface SeriesShape {
  readonly key: string;
  readonly counts: readonly string[];
  readonly latency: boolean;
  readonly levels: readonly string[];
}

export const SERIES = {
  engines: { key: 'mode/engine', counts: ['runs', 'ok', 'failed'], latency: true, levels: [] },
  sources: { key: 'mode/engine/source', counts: ['attempts', 'ok', 'blocked', 'failed'], latency: true, levels: [] },
  canaries: { key: 'engine/source', counts: ['passed', 'failed', 'inconclusive'], latency: false, levels: [] },
  parsing: { key: 'mode/engine', counts: ['pages', 'found', 'requested'], latency: false, levels: [] },
  quality: { key: 'mode/engine/source', counts: ['pages', 'low', 'sumThousandths'], latency: false, levels: [] },
  queue: { key: 'mode/priority', counts: [], latency: false, levels: ['waiting', 'running', 'oldestSeconds'] },
  callbacks: { key: 'all', counts: ['delivered', 'failed'], latency: false, levels: [] },
  outbox: { key: 'mode', counts: [], latency: false, levels: ['pending', 'failing', 'oldestSeconds'] },
  credits: { key: 'mode', counts: ['charged', 'refunded'], latency: false, levels: [] },
  requests: { key: 'all', counts: ['requests', 'serverErrors'], latency: true, levels: [] },
  database: { key: 'all', counts: [], latency: true, levels: ['pingMs', 'mismatchedAccounts'] },
  eventLoop: { key: 'role', counts: [], latency: false, levels: ['p50Ms', 'p99Ms', 'maxMs'] },
  agreement: {
    key: 'engine/source~source',
    counts: ['pairs', 'overlapThousandths', 'correlationThousandths', 'featuresThousandths', 'agreementThousandths', 'low'],
    latency: false,
    levels: [],
  },
  disk: { key: 'node', counts: [], latency: false, levels: ['usedShare'] },
} as const satisfies Record<string, SeriesShape>;

export type SeriesName = keyof typeof SERIES;
export const SERIES_NAMES = Object.keys(SERIES) as SeriesName[];

/** Time ranges, with the length of one step in the response. */
export const SERIES_RANGES = {
  '1h': { seconds: 3600, stepSeconds: 60 },
  '24h': { seconds: 86_400, stepSeconds: 600 },
  '7d': { seconds: 604_800, stepSeconds: 3600 },
} as const;
export type SeriesRange = keyof typeof SERIES_RANGES;
const RANGES = Object.keys(SERIES_RANGES) as SeriesRange[];

/** Whether the keys of a series begin with a mode. */
export const hasModes = (name: SeriesName): boolean => SERIES[name].key.split('/')[0] === 'mode';

export const SeriesQuery = Type.Object({
  name: OneOf(SERIES_NAMES, { description: 'The series.' }),
  range: Type.Optional(OneOf(RANGES, { description: 'Default: 1h.' })),
  mode: Type.Optional(OneOf(MODES, { description: 'Only keys of this mode. An error for a series whose keys have no mode.' })),
  lines: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 500, description: 'Only this many lines: those with the highest total of their first value.' }),
  ),
  total: Type.Optional(Type.Boolean({ description: 'The whole range as one step: one element per list. Default: false.' })),
});
export type SeriesQuery = Static<typeof SeriesQuery>;

const values = Type.Array(Type.Unsafe<number | null>({ type: 'number', nullable: true }));

export const SeriesResponse = Type.Object({
  name: OneOf(SERIES_NAMES),
  range: OneOf(RANGES),
  stepSeconds: Type.Integer({ description: 'Length of one step.' }),
  times: Type.Array(DateTime('Start of a step.'), { description: 'The last step is not complete yet.' }),
  lines: Type.Array(
    Type.Object({
      key: Type.String({ description: 'What is measured, such as `live/google/direct`.' }),
      values: Type.Unsafe<Record<string, (number | null)[]>>({
        type: 'object',
        additionalProperties: values,
        description:
          'One list per value, with one element per step. Null: not measured. Counters are sums of a step, levels its highest value. `p50Ms`, `p95Ms` and `p99Ms` are estimated from a histogram.',
      }),
    }),
    { description: 'Live before test.' },
  ),
});
export type SeriesResponse = Static<typeof SeriesResponse>;
