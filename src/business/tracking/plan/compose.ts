// Composes the order of one check: the stored request of its search variant, with the keyword and the terms of the slot.
import { type Prices, priceOf } from '../../credits/price.ts';
import type { LabelOf } from '../../orders/labels.ts';
import { NOT_FROM_API } from '../../orders/origin.ts';
import type { ComposeCheck } from '../types.ts';

/** Requests without their keyword, by variant and terms. A project has few of them, and each has thousands of checks. */
const CACHED_MAX = 2000;

export function createCompose(prices: Prices, labelOf: LabelOf): ComposeCheck {
  const cached = new Map<string, string>();
  return (keyword, { engine, country, request }, { maxResults, priority }, account) => {
    const key = `${maxResults} ${priority} ${account.archive} ${request}`;
    let rest = cached.get(key);
    if (rest === undefined) {
      // An assigned field keeps its place, so the text is the one that a create would store.
      const fields = { ...JSON.parse(request), priority, asynchronous: true, archivable: account.archive, maxResults };
      rest = JSON.stringify(fields).slice(1, -1) + NOT_FROM_API;
      if (cached.size >= CACHED_MAX) cached.clear();
      cached.set(key, rest);
    }
    return {
      request: `{"keyword":${JSON.stringify(keyword)},${rest}`,
      priority,
      ...priceOf({ kind: 'serp', engine, priority, maxResults }, account, prices),
      hasWaiter: false,
      delayDays: 0,
      label: labelOf({ name: engine, country }, account.mode),
    };
  };
}
