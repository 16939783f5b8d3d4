// The backend of the tools: a service in this process, a service at a URL, or none.
import type { Device, Forecast, Project } from '../contract/tracking.ts';
import type { KeywordHistory, ProjectOverview, Summary } from '../contract/tracking-history.ts';
import type { TrackedKeyword } from '../contract/tracking-keywords.ts';
import type { AiService, Kind, Lookup } from '../contract/vocabulary.ts';

/** An object as the API returns it. */
export type ApiObject = Readonly<Record<string, unknown>> & { readonly id: string; readonly ready: boolean; readonly faulty?: boolean };

export type ToolOrder =
  | { readonly kind: 'serp' | 'keyword'; readonly request: Readonly<Record<string, unknown>> }
  | { readonly kind: 'ai'; readonly request: { readonly aiService: AiService; readonly prompt?: string; readonly url?: string } };

/** Keywords to track in an existing project, or in that of a domain. */
export interface TrackFields {
  readonly project?: string | undefined;
  readonly domain?: string | undefined;
  readonly keywords: readonly string[];
  readonly region?: string | undefined;
  readonly engine?: string | undefined;
  readonly devices?: readonly Device[] | undefined;
  /** False: only the price is computed. */
  readonly confirm: boolean;
}

export interface Tracked {
  /** The id is null for a project that would be created. */
  readonly project: { readonly id: string | null; readonly name: string };
  readonly saved: boolean;
  readonly added: number;
  readonly duplicates: readonly string[];
  /** Credits per month without the keywords. */
  readonly creditsBefore: number;
  readonly forecast: Forecast;
  readonly nextAt: string | null;
}

export interface ReportQuery {
  readonly project?: string | undefined;
  readonly keyword?: string | undefined;
  readonly days: number;
  readonly top: number;
}

/** All projects, one project, or one keyword of it on every device and in every region. */
export type RankReport =
  | { readonly projects: readonly ProjectOverview[] }
  | { readonly project: Project; readonly summary: Summary; readonly keywords: readonly TrackedKeyword[]; readonly total: number }
  | { readonly project: Project; readonly histories: readonly { readonly keyword: TrackedKeyword; readonly history: KeywordHistory }[] };

/** What an order would cost, and how long it would wait for a worker. */
export interface Quoted {
  readonly cost: number;
  /** Null if unknown. */
  readonly waitSeconds: number | null;
  /** Credits that the account and its key can still spend. Null if unknown or unlimited. */
  readonly spendable: number | null;
}

export interface Backend {
  /** Places an order without waiting for its result. `cost` is null if unknown. Throws a `ToolProblem`. */
  create(order: ToolOrder, signal: AbortSignal): Promise<{ readonly id: string; readonly cost: number | null }>;
  /** Returns null when the object does not exist. */
  fetch(kind: Kind, id: string, signal: AbortSignal): Promise<ApiObject | null>;
  lookUp(
    kind: Lookup,
    domain: string,
    query: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<{ result: object; cost: number | null }>;
  regions(query: Readonly<Record<string, string>>, signal: AbortSignal): Promise<object>;
  /** Returns null if a price is unknown beforehand. Throws a `ToolProblem`. */
  quote(kind: Kind | Lookup, request: object, signal: AbortSignal): Promise<Quoted | null>;
  /** Prices keywords, or saves them with `confirm`. Nothing is charged now. Throws a `ToolProblem`. */
  track(fields: TrackFields, signal: AbortSignal): Promise<Tracked>;
  report(query: ReportQuery, signal: AbortSignal): Promise<RankReport>;
}

/** An API error, as a tool reports it. */
export class ToolProblem extends Error {
  readonly code: number;
  readonly solution: string | undefined;
  constructor(code: number, message: string, solution?: string, more: { cause?: unknown } = {}) {
    super(message, more);
    this.code = code;
    this.solution = solution;
  }
}
