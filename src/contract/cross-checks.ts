// Schemas of the admin API: cross-checks, in which a second source is asked for a sample of the searches.
import { DateTime, EngineNameSchema, Nullable } from './dialect.ts';
import Type, { type Static } from './schema.ts';

/** A cross-check with less agreement counts as low, and its differences are stored. */
export const LOW_AGREEMENT = 0.5;
/** Stored differences of each pair of sources. */
export const DIFFERENCES_MAX = 50;
/** Stored hosts per source and difference. */
export const HOSTS_MAX = 10;

const source = Type.String({ description: 'The name of the source, as in `attempts`, without the proxy.' });
const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });

export const AgreementMeans = Type.Object({
  pairs: Type.Integer({ description: 'Cross-checks that were compared. The other values are means over them.' }),
  overlap: share('Common URLs among the first ten organic results.'),
  correlation: share('The same with more weight on the first places: rank-biased overlap.'),
  features: share('Features of the page, such as ads or maps, that both sources show.'),
  agreement: share('One value for all: 1 for equal pages, 0 without a common URL.'),
  low: Type.Integer({ description: `Cross-checks with an agreement below ${LOW_AGREEMENT}.` }),
});
export type AgreementMeans = Static<typeof AgreementMeans>;

export const CrossCheckEngine = Type.Object({
  engine: EngineNameSchema(),
  share: share('Share of the finished live searches that are checked.'),
  callsPerDay: Type.Integer({ description: 'Budget of one day (UTC).' }),
  callsToday: Type.Integer({ description: 'Used budget of today.' }),
  sources: Type.Array(Type.String(), { description: 'Configured sources. A cross-check needs two.' }),
});

export const CrossCheckPair = Type.Object({
  engine: Type.String(),
  sources: Type.Array(source, { description: 'The two sources, in alphabetical order.' }),
  lastDay: Nullable(AgreementMeans),
  week: Nullable(AgreementMeans),
});
export type CrossCheckPair = Static<typeof CrossCheckPair>;

export const CrossCheckDifference = Type.Object({
  objectId: Type.String({ description: 'The object whose search was checked.' }),
  engine: Type.String(),
  at: DateTime('When the two sources were compared.'),
  agreement: share('The agreement of the two sources.'),
  sources: Type.Array(
    Type.Object({
      source,
      hosts: Type.Array(Type.String(), { description: `Hosts that only this source returned, at most ${HOSTS_MAX}.` }),
    }),
    { description: 'The two sources, in alphabetical order.' },
  ),
});
export type CrossCheckDifference = Static<typeof CrossCheckDifference>;

export const CrossCheckList = Type.Object({
  engines: Type.Array(CrossCheckEngine, { description: 'Engines with cross-checks, as `CROSS_CHECKS` names them.' }),
  pairs: Type.Array(CrossCheckPair, { description: 'Pairs of sources that were compared within the last week.' }),
  differences: Type.Array(CrossCheckDifference, {
    description: `The newest cross-checks with an agreement below ${LOW_AGREEMENT}, at most ${DIFFERENCES_MAX} of each pair and 500 in all.`,
  }),
});
export type CrossCheckList = Static<typeof CrossCheckList>;
