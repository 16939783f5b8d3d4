// The backend of the tools: a service in this process, a service at a URL, or none.
import type { AiService, Kind, Lookup } from '../contract/vocabulary.ts';

/** An object as the API returns it. */
export type ApiObject = Readonly<Record<string, unknown>> & { readonly id: string; readonly ready: boolean; readonly faulty?: boolean };

export type ToolOrder =
  | { readonly kind: 'serp' | 'keyword'; readonly request: Readonly<Record<string, unknown>> }
  | { readonly kind: 'ai'; readonly request: { readonly aiService: AiService; readonly prompt?: string; readonly url?: string } };

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
  /** Returns the price of an order. Null if it is unknown beforehand. */
  quote(kind: Kind | Lookup, request: object, signal: AbortSignal): Promise<number | null>;
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
