// What the tools need of a service, wherever it is: in this process, at an address, or none at all.
import type { AiService, Kind, Lookup } from '../contract/vocabulary.ts';

/** An object as the API shows it. */
export type Shown = Readonly<Record<string, unknown>> & { readonly id: string; readonly ready: boolean; readonly faulty?: boolean };

export type Ordered =
  | { readonly kind: 'serp' | 'keyword'; readonly request: Readonly<Record<string, unknown>> }
  | { readonly kind: 'ai'; readonly request: { readonly aiService: AiService; readonly prompt?: string; readonly url?: string } };

export interface Backend {
  /** Orders something without waiting for it; `cost` is null where it cannot be told. Throws a ToolProblem. */
  create(order: Ordered, signal: AbortSignal): Promise<{ readonly id: string; readonly cost: number | null }>;
  /** Null when there is no such object. */
  fetch(kind: Kind, id: string, signal: AbortSignal): Promise<Shown | null>;
  lookUp(
    kind: Lookup,
    domain: string,
    query: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<{ answer: object; cost: number | null }>;
  regions(query: Readonly<Record<string, string>>, signal: AbortSignal): Promise<object>;
  /** What an order would cost; null where that cannot be told beforehand. */
  quote(kind: Kind | Lookup, request: object, signal: AbortSignal): Promise<number | null>;
}

/** A refusal in the words of the API. */
export class ToolProblem extends Error {
  readonly code: number;
  readonly solution: string | undefined;
  constructor(code: number, message: string, solution?: string, more: { cause?: unknown } = {}) {
    super(message, more);
    this.code = code;
    this.solution = solution;
  }
}
