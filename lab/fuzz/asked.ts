// A drawn request, and what is known when it is drawn.
import type { Random } from '../random.ts';

export interface Asked {
  /** As the OpenAPI document names it; null for a request that matches none. */
  readonly operation: string | null;
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** The body before it became text. */
  readonly value?: unknown;
  /** The status that it must get, or one of several. */
  readonly expect?: number | readonly number[];
  /** The parameter that the rejection must name, and its index in a list. */
  readonly parameter?: string;
  readonly at?: string;
  /** Ids of other accounts, which the response must not show. */
  readonly mustNotHold?: readonly string[];
  /** Null for requests that bring their own credentials. */
  readonly key?: string | null;
  readonly live?: boolean;
  readonly inQuery?: boolean;
}

export type ObjectKind = 'serp' | 'keyword' | 'ai';

/** The account under test, and objects that exist already. */
export interface Known {
  readonly account: string;
  readonly key: string;
  readonly live: string;
  readonly other: string;
  readonly spare: string;
  readonly token: string;
  readonly foreign: readonly string[];
  /** The URL of the receiver of callbacks. */
  readonly sink: string;
  readonly ids: Readonly<Record<ObjectKind | 'any', string[]>>;
  /** An own project with one keyword, and the project of another account. */
  readonly tracking: { readonly project: string; readonly keyword: string; readonly foreign: string };
}

export type Draw = (random: Random, known: Known) => Asked;

/** The fields of a request body. */
export type Fields = Record<string, unknown>;
/** A valid body. */
export type Good = (random: Random, sink: string) => Fields;
/** A body with one fault, and the parameter that the rejection must name. */
export type Bad = (random: Random, sink: string) => { readonly parameter: string; readonly body: Fields };
/** The parameter, and how a valid body is spoiled. */
export type Fault = readonly [parameter: string, spoil: (random: Random) => Fields];

export const JSON_TYPE = { 'content-type': 'application/json' } as const;

export const post = (path: string, body: unknown, more: Partial<Asked> & Pick<Asked, 'operation'>): Asked => ({
  method: 'POST',
  path,
  headers: { ...JSON_TYPE, ...more.headers },
  body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  value: body,
  ...more,
});
