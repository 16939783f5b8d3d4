// Costs of the tools for the caller, as their descriptions and the instructions state them.
import type { Kind, Lookup } from '../contract/vocabulary.ts';
import { type Backend, ToolProblem } from './backend.ts';

export type PaidTool = 'search' | 'keywords' | 'ask' | 'whois' | 'technologies';

export interface ToolCosts {
  /** Credits of one call with default arguments. A tool is missing if its cost is unknown. */
  readonly credits: ReadonlyMap<PaidTool, number>;
  /** Credits that the account and its key can still spend. Null if unknown or unlimited. */
  readonly spendable: number | null;
}

export const UNKNOWN_COSTS: ToolCosts = { credits: new Map(), spendable: null };

const CALLS: readonly (readonly [PaidTool, Kind | Lookup, object])[] = [
  ['search', 'serp', { keyword: 'price', region: 'US', priority: 'NORMAL' }],
  ['keywords', 'keyword', { keywords: ['price'], region: 'US', priority: 'NORMAL' }],
  ['ask', 'ai', { aiService: 'perplexity', prompt: 'price' }],
  ['whois', 'whois', { domain: 'example.com' }],
  ['technologies', 'technologies', { domain: 'example.com' }],
];
/** A service that rejects more than this is not asked further: a bad key would count against the IP address. */
const FAILURES_MAX = 2;
/** The service accepts the key, but not for this product. Other products may have a price. */
const isOutOfScope = ({ code, message }: ToolProblem): boolean => code === 403 && message.startsWith('No access');

/** Asks for the price of one call of each tool. Never throws: a client can connect without knowing prices. */
export async function readCosts(backend: Pick<Backend, 'quote'>, signal: AbortSignal): Promise<ToolCosts> {
  const credits = new Map<PaidTool, number>();
  let [spendable, failures]: [number | null, number] = [null, 0];
  for (const [tool, kind, request] of CALLS) {
    try {
      const quoted = await backend.quote(kind, request, signal);
      if (!quoted) break;
      credits.set(tool, quoted.cost);
      spendable = quoted.spendable;
    } catch (error) {
      if (!(error instanceof ToolProblem)) break;
      if (!isOutOfScope(error) && ++failures >= FAILURES_MAX) break;
    }
  }
  return { credits, spendable };
}

/** A client asks for the instructions and the tools one after the other. */
const FRESH_MS = 10_000;
const KEPT_MAX = 1000;
/** Without prices after this time, the client connects without them. */
export const COSTS_MS_MAX = 3000;

/** Callers with the same key share one read. It has its own time limit: the first caller may give up while others wait. */
export function cacheCosts<Caller extends { readonly keyId: string }>(
  read: (caller: Caller, signal: AbortSignal) => Promise<ToolCosts>,
): (caller: Caller) => Promise<ToolCosts> {
  const kept = new Map<string, { readonly at: number; readonly costs: Promise<ToolCosts> }>();
  return (caller) => {
    const known = kept.get(caller.keyId);
    if (known && performance.now() - known.at < FRESH_MS) return known.costs;
    if (kept.size >= KEPT_MAX) kept.clear();
    const costs = read(caller, AbortSignal.timeout(COSTS_MS_MAX));
    kept.set(caller.keyId, { at: performance.now(), costs });
    return costs;
  };
}

const creditsOf = (count: number): string => `${count} ${count === 1 ? 'credit' : 'credits'}`;

/** Returns the sentence about costs for the description of a tool. */
export function costSentence({ credits }: ToolCosts, tool: PaidTool, more = ''): string {
  const cost = credits.get(tool);
  if (cost === undefined) return `Costs credits${more}.`;
  return cost === 0 ? 'Free.' : `Costs ${creditsOf(cost)}${more}.`;
}

/** Returns lines for the instructions: the costs, and the tools that the remaining credits do not cover. */
export function costLines({ credits, spendable }: ToolCosts, sessionLeft: number | null): readonly string[] {
  const paid = [...credits].filter(([, cost]) => cost > 0);
  if (paid.length === 0) return [];
  const limits = [spendable, sessionLeft].filter((limit) => limit !== null);
  const left = limits.length > 0 ? Math.min(...limits) : null;
  const tooDear = left === null ? [] : paid.filter(([, cost]) => cost > left);
  return [
    `Credits per call with default arguments: ${paid.map(([tool, cost]) => `${tool} ${cost}`).join(', ')}.`,
    ...(tooDear.length === 0
      ? []
      : [
          `Only ${creditsOf(left!)} can be spent here, which is less than one call of ${tooDear.map(([tool, cost]) => `${tool} (${cost})`).join(', ')}. ` +
            'Such calls are rejected. Tell the user, who can raise the budget or add credits.',
        ]),
  ];
}
