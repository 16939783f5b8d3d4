// The evidence about one SERP, and the small values that the parts of the quality exchange.
import type { Familiarity } from '../../../business/layouts/familiar.ts';
import type { QualityReason } from '../../../contract/quality.ts';
import type { PageSketches } from '../../../platform/sketch.ts';
import type { PageSigns } from '../../../sources/adapter.ts';
import type { EngineTraits, SerpPage, SerpQuery } from '../../../sources/serp.ts';

/** Null when nothing is known about the engine. */
export type FamiliarityOf = (engine: string, sketches: PageSketches) => Familiarity | null;

export interface JudgedPage {
  readonly signs?: PageSigns | null;
  /** The language that the page states, or null. */
  readonly language?: string | null;
  /** Results of another response stand among those of the page. */
  readonly isMixed?: boolean;
}

/** What other answers say about this one. Shares are of common results, from 0 to 1; null where there is nothing to compare. */
export interface PastAgreement {
  /** With the nearest recent answer of the same variant. */
  readonly recent: number | null;
  /** The recent answers of the same variant have much in common with each other. Only decided when this one has changed. */
  readonly isSteady: boolean;
  /** With the nearest answer of another variant. Null, too, when there is a recent answer of the same variant. */
  readonly siblings: number | null;
  readonly isStale: boolean;
  readonly isOfOtherQuery: boolean;
}

export interface Evidence {
  readonly engine: {
    readonly name: string;
    readonly traits: Pick<EngineTraits, 'pageSize' | 'paging' | 'region' | 'api' | 'keywordIsUrl'>;
  };
  readonly query: Pick<SerpQuery, 'keyword' | 'language' | 'maxResults' | 'urlParameters'> & {
    readonly region: Pick<SerpQuery['region'], 'countryCode'>;
  };
  readonly found: readonly SerpPage[];
  readonly pages: readonly JudgedPage[];
  /** A further page was found but could not be used. */
  readonly isStopped: boolean;
  /** The engine's own page had no link to a further one, although more results were requested. */
  readonly isLast: boolean;
  readonly familiarityOf: FamiliarityOf | null;
  readonly agreement: PastAgreement | null;
}

/** Lowers the quality by a factor from 0 to 1. A factor of 1 is no reason. */
export type Penalise = (reason: QualityReason, factor: number) => void;
