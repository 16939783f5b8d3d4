// Types of search engine queries and parsed result pages.
import type { SerpItems } from '../contract/items.ts';
import type { EngineName } from '../contract/vocabulary.ts';
import type { Adapter } from './adapter.ts';

/** A URL or cookie parameter of the customer. `null` removes a default of that name. */
export interface Parameter {
  readonly name: string;
  readonly value: string | null;
}

/** One query for a search engine, complete and validated. */
export interface SerpQuery {
  readonly engine: EngineName;
  /** Exactly as the customer sent it. */
  readonly keyword: string;
  readonly region: {
    readonly canonicalName: string;
    readonly countryCode: string;
    readonly type: string | null;
    readonly latitude: number;
    readonly longitude: number;
  };
  /** ISO 639-1. */
  readonly language: string;
  readonly isMobile: boolean;
  /** Number of organic results wanted over all pages. */
  readonly maxResults: number;
  readonly userAgent: string | null;
  readonly urlParameters: readonly Parameter[];
  readonly cookieParameters: readonly Parameter[];
  /** Identifies this attempt at this object, so that a task whose response was lost is not charged twice. */
  readonly reference?: string;
}

/** Custom parameters, cookies and user agents can make any difference to a page. */
export const hasCustomOptions = ({ userAgent, urlParameters, cookieParameters }: SerpQuery): boolean =>
  userAgent !== null || urlParameters.length > 0 || cookieParameters.length > 0;

/** One parsed result page. Positions count from 1 within this page. Merging renumbers them. */
export interface SerpPage extends SerpItems {
  readonly totalResults: number | null;
  /** True only when the page showed the engine's own marker for "no results". */
  readonly empty: boolean;
}

/** The capabilities of an engine. They are checked before an order is charged. */
export interface EngineTraits {
  readonly pageSize: number;
  readonly maxResults: number;
  /** The most precise region that the engine accepts. */
  readonly region: 'place' | 'country' | 'none';
  readonly mobile: boolean;
  /** Names of URL parameters that a customer cannot replace or remove: the query and the paging. */
  readonly lockedParameters: readonly string[];
  /** False for official APIs: they have no URL, cookies or user agent that a customer could change. */
  readonly ownOptions?: false;
  /** The official API that is used instead of a page, by its name in `attempts`. */
  readonly api?: string;
  /** The keyword is a URL that the engine fetches. */
  readonly keywordIsUrl?: true;
  /**
   * The step between pages, for engines whose pages can be requested in parallel. Without it they are requested one by
   * one.
   */
  readonly paging?: { readonly parameter: string; readonly step: number; readonly atOnce: number };
  readonly ratePerMinute: number;
  readonly cooldownSecondsAfterBlock: number;
}

export interface Engine extends Adapter<SerpQuery, SerpPage> {
  readonly name: EngineName;
  readonly traits: EngineTraits;
}
