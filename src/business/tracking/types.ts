// Types that the parts of tracking share: stored settings, points, sums, and the pure functions over them.
import type { SerpData } from '../../contract/items.ts';
import type { Account, OrderItem } from '../../contract/order.ts';
import type { Match, NewProject, PointCode, TrackedDomain } from '../../contract/tracking.ts';
import type { AlertDelivery, RuleSettings, TrackingAlertKind } from '../../contract/tracking-alerts.ts';
import type { Figures } from '../../contract/tracking-history.ts';
import type { EngineName, Mode, Priority, Verdict } from '../../contract/vocabulary.ts';

/** Whole minutes since 2000-01-01 00:00 in the calendar of the project. */
export type Slot = number;

/** A domain in the form that is compared: lower case, ASCII, without `www.`. `path` begins with `/`, or is empty. */
export interface DomainRule {
  readonly host: string;
  readonly path: string;
  readonly match: Match;
}

export interface Curve {
  readonly name: string;
  /** Click shares of positions 1 to 100, from 0 to 1. */
  readonly shares: readonly number[];
  /** Applied where the page has an AI answer. 1: not at all. */
  readonly aiFactor: number;
}

/** The column `settings` of a project. */
export interface ProjectSettings {
  readonly domains: readonly (DomainRule & { readonly given: TrackedDomain })[];
  /** The index is the index in stored points. A removed competitor leaves null, so that later ones keep theirs. */
  readonly competitors: readonly ((DomainRule & { readonly name: string }) | null)[];
  readonly brandTerms: readonly string[];
  /** Null: the default curve. */
  readonly curve: Curve | null;
  readonly delivery: AlertDelivery;
  readonly defaults: NonNullable<NewProject['defaults']>;
  readonly notes: string;
}

/** Who owns a project. Every statement has both. */
export interface Owner {
  readonly accountId: number;
  readonly mode: Mode;
}

/** A project as the modules pass it on, read once per request or chunk. */
export interface ProjectRow extends Owner {
  readonly id: number;
  readonly publicId: string;
  readonly name: string;
  readonly settings: ProjectSettings;
  readonly maxResults: number;
  readonly topCount: number;
  readonly retriesMax: number;
  readonly isHourly: boolean;
  readonly timeZone: string;
  readonly revision: number;
}

/** A page that a point names. `title` only for pages of the domain. */
export interface SeenPage {
  readonly url: string;
  readonly title: string | null;
}

/** What one result page says about a project, before pages have ids. */
export interface ReadPoint {
  readonly code: PointCode;
  /** Organic position of the best own page; 0: not found. */
  readonly position: number;
  /** Its position among all elements of the page; 0: unknown. */
  readonly rank: number;
  readonly depth: number;
  readonly page: SeenPage | null;
  /** Other own pages within the depth, best first, for cannibalisation. */
  readonly otherPages: readonly SeenPage[];
  /** Bits of `FEATURES`. */
  readonly features: number;
  readonly owned: number;
  /** Place among the citations of AI answers; 0: not cited. */
  readonly cited: number;
  /** By index of the competitor; 0: not found. */
  readonly competitors: readonly number[];
  readonly top: readonly SeenPage[];
}

export interface PointRules {
  readonly domains: readonly DomainRule[];
  readonly competitors: readonly (DomainRule | null)[];
  readonly topCount: number;
  /** `maxResults` of the order. */
  readonly depth: number;
}

/** Pure. `data` is the `data` of a ready SERP. */
export type PointOf = (data: SerpData, verdict: Verdict, rules: PointRules) => ReadPoint;

/** A stored point. Pages are ids of `project_pages`. */
export interface StoredPoint {
  readonly slot: Slot;
  readonly code: PointCode;
  readonly position: number;
  readonly rank: number;
  readonly depth: number;
  readonly pageId: number;
  readonly features: number;
  readonly owned: number;
  readonly cited: number;
  readonly competitors: readonly number[];
  readonly top: readonly number[];
}

/** A judged point in `keyword_states.recent`. Rules compare these. */
export interface JudgedPoint extends Omit<StoredPoint, 'top'> {
  readonly url: string | null;
  /** Competitors that rank before the domain. */
  readonly ahead: readonly number[];
}

/** Everything that decides whether a keyword raises an alert. */
export interface RuleInput {
  /** The new point; null for a failed check. */
  readonly after: JudgedPoint | null;
  /** Earlier judged points, newest first, at most three. */
  readonly earlier: readonly JudgedPoint[];
  /** Failed checks in a row, this one included. */
  readonly failures: number;
  readonly keyword: {
    readonly tags: readonly string[];
    readonly starred: boolean;
    readonly volume: number | null;
    readonly targetUrl: string | null;
  };
}

export interface RaisedAlert {
  readonly ruleId: string;
  readonly kind: TrackingAlertKind;
  readonly cooldownSeconds: number;
  readonly before: JudgedPoint | null;
  readonly competitor: number | null;
  /** Index in `FEATURES`. */
  readonly feature: number | null;
}

/** Pure. */
export type JudgeRules = (
  rules: readonly { readonly id: string; readonly settings: RuleSettings }[],
  input: RuleInput,
) => readonly RaisedAlert[];

/** Sums of one slot, from which figures are computed with any curve. */
export interface SlotFigures {
  readonly slot: Slot;
  /** By `FIGURE_COUNTS`. */
  readonly counts: readonly number[];
  /** Keywords by position 1 to 100, then not found. Volumes are the same, weighted by volume, or by 1 where no volume is known. */
  readonly positions: readonly number[];
  readonly volumes: readonly number[];
  readonly competitorVolumes: readonly (readonly number[])[];
  readonly present: readonly number[];
  readonly owned: readonly number[];
  readonly depthMin: number;
  readonly depthMax: number;
}
export type FiguresOf = (sums: SlotFigures, curve: Curve) => Figures;

/** Composes the order of one check. `wiring` builds it from the price list and the labels; it needs no sources and no regions. */
export type ComposeCheck = (
  keyword: string,
  variant: { readonly engine: EngineName; readonly country: string; readonly request: string },
  terms: { readonly maxResults: number; readonly priority: Priority },
  account: Pick<Account, 'prices' | 'chargeMultiplier' | 'archive' | 'mode'>,
) => OrderItem;

/** Checks a keyword and its variant as a SERP request would be, and returns the variant to store. Throws an `ApiError`. */
export type ReadVariant = (
  request: {
    readonly keyword: string;
    readonly searchEngine: EngineName;
    readonly region: string | number;
    readonly language?: string;
    readonly isMobile: boolean;
    readonly maxResults: number;
  },
  account: Account,
  at: string,
) => {
  readonly engine: EngineName;
  readonly regionId: string;
  readonly language: string;
  readonly isMobile: boolean;
  readonly request: string;
  readonly cost: number;
};
