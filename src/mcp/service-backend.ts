// A backend that calls the API of a service, inside the process or over the network.
import type { Quote } from '../contract/quote.ts';
import type { Kind } from '../contract/vocabulary.ts';
import { type ApiObject, type Backend, type Quoted, type ToolOrder, ToolProblem } from './backend.ts';
import { createTrackingBackend } from './tracking-backend.ts';

export interface ApiCall {
  readonly method: 'GET' | 'POST';
  /** Includes the query string. */
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

export interface ApiResponse {
  readonly status: number;
  readonly text: string;
  /** The header Credits-Cost. */
  readonly cost: string | undefined;
}

export type CallApi = (call: ApiCall) => Promise<ApiResponse>;

/** A client whose response was lost repeats its call. Within this time it gets the first result and is not charged again. */
export const REPLAY_SECONDS = 60;
const headers = { 'sextant-replay-seconds': String(REPLAY_SECONDS) };

const pathOf = (order: ToolOrder): string => {
  if (order.kind !== 'ai') return `/${order.kind}/new`;
  return order.request.url === undefined ? '/ai/send-prompt' : '/ai/seo-analysis';
};

/** AI requests are always asynchronous and have no `asynchronous` field. */
const bodyOf = (order: ToolOrder): object => (order.kind === 'ai' ? order.request : { ...order.request, asynchronous: true });

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const costOf = (cost: string | undefined): number | null => (cost !== undefined && /^\d+$/.test(cost) ? Number(cost) : null);
const queryOf = (query: Readonly<Record<string, string>>): string => {
  const text = new URLSearchParams(query).toString();
  return text === '' ? '' : `?${text}`;
};
/** Returns the `type` of a quote request. */
const quotedAs = (kind: string, request: object): string => (kind === 'ai' ? ('url' in request ? 'ai-analysis' : 'ai-prompt') : kind);

function quotedOf(quote: Partial<Quote> | null): Quoted | null {
  if (typeof quote?.cost !== 'number') return null;
  const limits = [quote.balance, quote.budgetLeft].filter((credits) => typeof credits === 'number');
  return { cost: quote.cost, waitSeconds: quote.expectedWaitSeconds ?? null, spendable: limits.length > 0 ? Math.min(...limits) : null };
}

export function createServiceBackend(callApi: CallApi): Backend {
  const call = async (one: ApiCall): Promise<{ json: unknown; cost: number | null }> => {
    const { status, text, cost } = await callApi(one);
    const json = jsonOf(text);
    if (status >= 200 && status < 300) return { json, cost: costOf(cost) };
    const { message, solution } = (json ?? {}) as { message?: string; solution?: string };
    throw new ToolProblem(status, message ?? `The service responded with status ${status}.`, solution);
  };
  return {
    ...createTrackingBackend(async <T>(method: ApiCall['method'], path: string, signal: AbortSignal, body?: unknown) => {
      return (await call({ method, path, signal, ...(body === undefined ? {} : { body }) })).json as T;
    }),
    create: async (order, signal) => {
      const { json, cost } = await call({ method: 'POST', path: pathOf(order), body: bodyOf(order), headers, signal });
      return { id: (json as ApiObject).id, cost };
    },
    fetch: async (kind: Kind, id, signal) => {
      try {
        return (await call({ method: 'GET', path: `/${kind}/${encodeURIComponent(id)}`, signal })).json as ApiObject;
      } catch (error) {
        if (error instanceof ToolProblem && error.code === 404) return null;
        throw error;
      }
    },
    lookUp: async (kind, domain, query, signal) => {
      const { json, cost } = await call({
        method: 'GET',
        path: `/${kind}/${encodeURIComponent(domain)}${queryOf(query)}`,
        headers,
        signal,
      });
      return { result: json as object, cost };
    },
    regions: async (query, signal) => (await call({ method: 'GET', path: `/region/list${queryOf(query)}`, signal })).json as object,
    quote: async (kind, request, signal) => {
      try {
        const { json } = await call({ method: 'POST', path: '/quote', body: { type: quotedAs(kind, request), request }, headers, signal });
        return quotedOf(json as Partial<Quote> | null);
      } catch (error) {
        // The service has no quotes. The price is known only after the charge.
        if (error instanceof ToolProblem && (error.code === 404 || error.code === 405)) return null;
        throw error;
      }
    },
  };
}
