// Canaries: questions with known answers. Their definition, and the schemas of the admin API.
import { DateTime, Nullable, OneOf } from './dialect.ts';
import Type, { type Static } from './schema.ts';
import { SOURCE_NAME } from './sources.ts';
import { ENGINES, type EngineName, LOOKUPS, type Lookup } from './vocabulary.ts';

/** Engines, and lookups without an account. */
export type CanaryEngine = EngineName | Lookup;
export const CANARY_ENGINES: readonly CanaryEngine[] = [...ENGINES, ...LOOKUPS];

export const CANARY_DEVICES = ['desktop', 'mobile'] as const;
export type CanaryDevice = (typeof CANARY_DEVICES)[number];

/** A fact that the answer must contain. */
export type CanaryAnchor =
  /** A page of this site, whose URL contains `path`, is among the first results. */
  | { readonly site: string; readonly path?: string; readonly within: number }
  /** The title of one of the first results contains this text. */
  | { readonly title: string; readonly within: number }
  /** The text of the answer contains one of these words. */
  | { readonly answer: readonly string[] }
  /** The newest result is at most this many days old. */
  | { readonly newestDays: number }
  /** The name of the registrar contains this text. */
  | { readonly registrar: string }
  /** The page uses this technology. */
  | { readonly technology: string };

export interface Canary {
  readonly id: string;
  readonly engine: CanaryEngine;
  /** The keyword, the URL for `universal`, or the domain of a lookup. */
  readonly question: string;
  /** As in a request. Null for lookups. */
  readonly region: string | null;
  readonly language: string | null;
  readonly device: CanaryDevice;
  readonly anchors: readonly CanaryAnchor[];
  /** The year in which somebody checked that the fact is true. */
  readonly checked: number;
}

/** A canary with its stored request, as for an order. Null for lookups. */
export interface PublishedCanary extends Canary {
  readonly request: string | null;
}

export const CANARY_OUTCOMES = ['passed', 'failed', 'inconclusive'] as const;
export type CanaryOutcome = (typeof CANARY_OUTCOMES)[number];

export const CANARY_STATES = ['passing', 'failing', 'untested', 'unbudgeted'] as const;
export type CanaryState = (typeof CANARY_STATES)[number];

/** The name under which canaries switch sources off. */
export const CANARIES_ACTOR = 'canaries';

const engine = OneOf(CANARY_ENGINES, { description: 'An engine, `whois` or `technologies`.' });
const source = Type.String({ description: 'The name of the source, as in `attempts`.' });
const reason = Nullable(Type.String({ description: 'Why it failed or is inconclusive. Null: it passed.' }));
const outcome = OneOf(CANARY_OUTCOMES, { description: '`inconclusive`: no answer arrived, so nothing is proven.' });

export const CanaryResult = Type.Object({
  id: Type.String(),
  question: Type.String(),
  region: Nullable(Type.String()),
  language: Nullable(Type.String()),
  device: OneOf(CANARY_DEVICES),
  checked: Type.Integer({ description: 'The year in which the fact was checked.' }),
  lastRunAt: Nullable(DateTime('The last run. Null: none yet.')),
  outcome: Nullable(outcome),
  reason,
  dueAt: Nullable(DateTime('The next run at the earliest. Null: no worker has the source.')),
  running: Type.Boolean(),
});
export type CanaryResult = Static<typeof CanaryResult>;

export const CanarySource = Type.Object({
  engine,
  source,
  state: OneOf(CANARY_STATES, {
    description: '`untested`: the last run of no canary passed. `unbudgeted`: a paid source without a number in `CANARY_BUDGET`.',
  }),
  failingSince: Nullable(DateTime('Since when it fails its canaries. Null: it does not.')),
  suspectSince: Nullable(
    DateTime(
      'When the canaries that failed had last passed, or failed first. Requests since then may have wrong results. Null: it is not failing.',
    ),
  ),
  reason: Nullable(Type.String({ description: 'Why the last failed run failed. Null unless it is failing.' })),
  switchedOff: Type.Boolean({ description: 'Canaries switched it off. They switch it on again when it passes. Never true for lookups.' }),
  runsToday: Type.Integer({ description: 'Runs for this engine since midnight UTC.' }),
  budget: Nullable(
    Type.Object(
      {
        runsPerDay: Type.Integer({ description: 'As `CANARY_BUDGET` states it for the source.' }),
        usedToday: Type.Integer({ description: 'Counted since midnight UTC, for all engines of the source.' }),
      },
      { description: 'Null: the source has no number in `CANARY_BUDGET`.' },
    ),
  ),
  canaries: Type.Array(CanaryResult),
});
export type CanarySource = Static<typeof CanarySource>;

export const CanaryList = Type.Object({
  intervalMinutes: Type.Number({
    description: 'Time between two runs of a canary at a source. Sources behind proxies take turns. 0: canaries are off.',
  }),
  sources: Type.Array(CanarySource, { description: 'Failing sources first.' }),
});
export type CanaryList = Static<typeof CanaryList>;

export const CanaryRun = Type.Object({
  id: Type.String(),
  at: DateTime('End of the run.'),
  engine,
  source,
  canary: Type.String({ description: 'The id of the canary.' }),
  outcome,
  reason,
  attempt: Type.String({ description: 'The outcome of the attempt, as in `attempts` of an object.' }),
  ms: Type.Integer({ description: 'Duration in milliseconds.' }),
});
export type CanaryRun = Static<typeof CanaryRun>;

export const CanaryRunList = Type.Object({ items: Type.Array(CanaryRun, { description: 'Newest first.' }) });
export type CanaryRunList = Static<typeof CanaryRunList>;

export const CanaryRunQuery = Type.Object({
  engine: Type.Optional(OneOf(CANARY_ENGINES)),
  source: Type.Optional(Type.String({ pattern: SOURCE_NAME, description: 'The name of the source, as in `attempts`.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
});
export type CanaryRunQuery = Static<typeof CanaryRunQuery>;
