// The orders of the clients: every product and engine of the sandbox, with magic keywords for slow, blocked, empty and faulty results.
import { ENGINES, PRIORITIES } from '#product/contract/vocabulary.js';
import type { Random } from '../random.ts';
import type { Accounts } from './accounts.ts';
import type { Item, ItemRequest, Order, OrderKind } from './history.ts';
import type { Mix } from './profiles.ts';
import type { Receiver } from './receiver.ts';

/** The magic keyword, its share, and whether the object must end faulty. */
const MAGIC: readonly (readonly [words: string, share: number, faulty: boolean])[] = [
  ['', 0.64, false],
  ['test:slow:1', 0.1, false],
  ['test:slow:2', 0.03, false],
  ['test:blocked:1', 0.04, false],
  ['test:empty', 0.03, false],
  ['test:faulty', 0.09, true],
  ['test:unparsed', 0.07, true],
];
const MODEL_ENGINES = new Set<string | undefined>(['chatgpt', 'perplexity', 'google-aimode']);
const PLAIN_ENGINES = ENGINES.filter((name) => name !== 'universal' && name !== 'googleadvertiser');

function magicOf(random: Random, customParameter: string | null): { words: string; faulty: boolean } {
  if (customParameter && random.chance(0.6)) return { words: customParameter, faulty: customParameter === 'test:unparsed' };
  let left = random.next();
  for (const [words, share, faulty] of MAGIC) {
    left -= share;
    if (left < 0) return { words, faulty };
  }
  return { words: '', faulty: false };
}

interface ItemParts {
  readonly kind: OrderKind;
  readonly tag: string;
  readonly random: Random;
  readonly callback: string | null;
  readonly sync: boolean;
  readonly customParameter: string | null;
}

/** Every item carries its own tag, so that each object in the database can be traced back to its order. */
function itemOf({ kind, tag, random, callback, sync, customParameter }: ItemParts): Item & { request: ItemRequest } {
  const { words, faulty } = magicOf(random, customParameter);
  const common = {
    priority: random.pick(PRIORITIES),
    ...(callback ? { callback, ...(random.chance(0.3) ? { callbackFormat: 'JSON' } : {}) } : {}),
    ...(sync ? { asynchronous: false } : {}),
  };
  const text = `tea ${tag} ${words}`.trim();
  const requests: Readonly<Record<OrderKind, () => ItemRequest>> = {
    serp: () => ({ keyword: text, region: 'US', maxResults: 10, searchEngine: random.pick(PLAIN_ENGINES), ...common }),
    keyword: () => ({ keywords: [text], region: 'US', ...common }),
    ai: () => ({ prompt: text, priority: common.priority, ...(callback ? { callback } : {}) }),
  };
  const request = requests[kind]();
  // An empty answer of a model is a failure. An empty result page is not.
  const asksModel = kind === 'ai' || MODEL_ENGINES.has(request.searchEngine);
  return {
    tag,
    faulty: words === 'test:empty' && asksModel ? null : faulty,
    called: callback !== null,
    text: `${kind} ${request.searchEngine ?? ''} ${text}`,
    request,
  };
}

export function orderOf(number: number, random: Random, accounts: Accounts, receiver: Receiver, mix: Mix): Order {
  const kind: OrderKind = random.chance(0.7) ? 'serp' : random.chance(0.7) ? 'keyword' : 'ai';
  const account = random.chance(0.86) ? accounts.main : random.chance(0.5) ? accounts.tight : accounts.limited;
  const batch = kind !== 'ai' && random.chance(mix.batch);
  const sync = kind !== 'ai' && !batch && random.chance(mix.sync);
  const callback = random.chance(mix.callback) ? receiver.addressFor(account.name) : null;
  const size = batch ? 2 + random.below(18) : 1;
  const items = Array.from({ length: size }, (_, index) =>
    itemOf({ kind, tag: `o${number}i${index}x`, random, callback, sync, customParameter: mix.magic }),
  );
  const bodies = items.map(({ request }) => request);
  const path = kind === 'ai' ? '/ai/send-prompt' : `/${kind}/new${batch ? '/list' : ''}`;
  const first = bodies[0]!;
  const changed = { ...first, priority: first.priority === 'LOW' ? 'NORMAL' : 'LOW' };
  return {
    number,
    kind,
    account,
    sync,
    key: random.chance(mix.keyed) ? `order-${number}` : null,
    path,
    body: batch ? bodies : first,
    otherBody: batch ? [changed] : changed,
    items: items.map(({ request, ...item }) => item),
    answers: [],
    mismatch: null,
  };
}
