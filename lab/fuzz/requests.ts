// Draws requests for every operation: valid ones, ones with a fault that must be named, and strange ones.
import type { Random } from '../random.ts';
import { operator } from './admin-requests.ts';
import { type Asked, type Bad, type Draw, type Fields, type Good, JSON_TYPE, type ObjectKind, post } from './asked.ts';
import { badAi, badKeyword, goodAi, goodKeyword } from './keyword.ts';
import { account, lookup, strange } from './lookups.ts';
import { reads } from './reads.ts';
import { badSerp, goodSerp } from './serp.ts';
import { tracking } from './tracking.ts';
import { BROKEN_BODIES, NASTY_PATHS, PROTOTYPE_NAMES, textOf, WRONG_FOR_TEXT } from './values.ts';

const WRONG_TYPES = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json-patch+json',
  '',
  'x',
];
const BATCH_SIZES = [1, 2, 3, 10];

/** A create request: valid, with one fault, or not JSON at all. */
function create(path: string, good: Good, bad: Bad): Draw {
  const operation = `post ${path}`;
  return (random, known) => {
    const dice = random.next();
    if (dice < 0.3) {
      const headers: Record<string, string> = random.chance(0.05)
        ? { 'idempotency-key': random.pick(['x', 'y'.repeat(255), `k${random.below(1e9)}`]) }
        : {};
      return post(path, good(random, known.sink), {
        operation,
        ...(Object.keys(headers).length > 0 ? {} : { expect: 200 }),
        headers: { ...JSON_TYPE, ...headers },
      });
    }
    if (dice < 0.8) {
      const { parameter, body } = bad(random, known.sink);
      return post(path, body, { operation, expect: 400, parameter });
    }
    return brokenBody(random, path, operation, good(random, known.sink));
  };
}

function brokenBody(random: Random, path: string, operation: string, good: unknown, creates = true): Asked {
  const dice = random.below(8);
  if (dice === 0) return post(path, good, { operation, expect: 400, headers: { 'content-type': random.pick(WRONG_TYPES) } });
  if (dice === 1)
    return post(path, good, {
      operation,
      expect: 400,
      headers: { ...JSON_TYPE, 'content-encoding': random.pick(['gzip', 'br', 'identity, gzip', 'x']) },
    });
  if (dice === 2) return post(path, JSON.stringify(random.pick([null, 5, 'x', true, false, 1e308])), { operation, expect: 400 });
  if (dice === 3 && creates)
    return post(path, good, {
      operation,
      expect: 400,
      parameter: 'Idempotency-Key',
      headers: { ...JSON_TYPE, 'idempotency-key': random.pick(['', 'x'.repeat(256), 'é', 'a\tb']) },
    });
  const [, body] = random.pick(BROKEN_BODIES);
  return post(path, body, { operation, expect: 400 });
}

/** A batch that must be accepted unless it exceeds the size limit of bodies. */
function fitting(path: string, list: readonly Fields[], operation: string): Asked {
  const body = JSON.stringify(list);
  return post(path, body, { operation, expect: Buffer.byteLength(body) > 4 * 1024 * 1024 ? 400 : 200 });
}

/** Batches: sizes at the limits, one bad item, duplicates, and lists that are not batches. */
function batch(path: string, good: Good, bad: Bad): Draw {
  const operation = `post ${path}`;
  return (random, known) => {
    const dice = random.next();
    const items = (count: number): Fields[] => Array.from({ length: count }, () => good(random, known.sink));
    if (dice < 0.004) return fitting(path, items(random.pick([999, 1000])), operation);
    if (dice < 0.25) return post(path, items(random.pick(BATCH_SIZES)), { operation, expect: 200 });
    if (dice < 0.3) {
      const one = items(1)[0]!;
      return fitting(
        path,
        Array.from({ length: random.pick([2, 5, 1000]) }, () => one),
        operation,
      );
    }
    if (dice < 0.7) {
      const list = items(random.pick([1, 10, 50]));
      const index = random.below(list.length);
      const { parameter, body } = bad(random, known.sink);
      list[index] = body;
      return post(path, list, { operation, expect: 400, parameter, at: `[${index}]` });
    }
    if (dice < 0.8)
      return post(
        path,
        random.pick<unknown>([
          [],
          Array(1001).fill({}),
          Array(1001).fill(0),
          {},
          [[]],
          [[{}]],
          [null],
          [5],
          ['x'],
          [true],
          Array(5000).fill([]),
        ]),
        { operation, expect: 400 },
      );
    return brokenBody(random, path, operation, items(1));
  };
}

function fetchList(kind: ObjectKind): Draw {
  const path = `/${kind}/list`;
  const operation = `post ${path}`;
  return (random, known) => {
    const idOf = (): string =>
      random.pick([
        random.pick(known.ids[kind]) ?? 'x',
        random.pick(known.foreign) ?? 'y',
        random.pick(known.ids.any) ?? 'z',
        'f'.repeat(24),
        'F'.repeat(24),
        '',
        textOf(random),
        ...PROTOTYPE_NAMES,
      ]);
    const dice = random.next();
    if (dice < 0.6)
      return post(path, Array.from({ length: random.pick([1, 2, 20, 20, 100]) }, idOf), {
        operation,
        expect: 200,
        mustNotHold: known.foreign,
      });
    if (dice < 0.63) return post(path, Array(1000).fill(0).map(idOf), { operation, expect: 200 });
    if (dice < 0.65) return post(path, ['x'.repeat(1_000_000)], { operation, expect: 200 });
    if (dice < 0.85)
      return post(path, random.pick<unknown>([[], {}, Array(1001).fill('x'), [5], [null], [[]], ['a', {}], [true], [WRONG_FOR_TEXT]]), {
        operation,
        expect: 400,
      });
    return brokenBody(random, path, operation, ['x'], false);
  };
}

/** One object: own, of another account, of another kind, unknown; and malformed URLs. */
function one(kind: ObjectKind, canRemove: boolean): Draw {
  return (random, known) => {
    const method = canRemove && random.chance(0.3) ? 'DELETE' : random.chance(0.1) ? 'HEAD' : 'GET';
    const operation = `${method === 'HEAD' ? 'get' : method.toLowerCase()} /${kind}/{id}`;
    const dice = random.next();
    if (dice < 0.25 && method !== 'DELETE' && known.ids[kind].length > 0)
      return { operation, method, path: `/${kind}/${random.pick(known.ids[kind])}`, expect: [200, 404] };
    if (dice < 0.35 && known.foreign.length > 0) return { operation, method, path: `/${kind}/${random.pick(known.foreign)}`, expect: 404 };
    if (dice < 0.45) {
      const other = random.pick((['serp', 'keyword', 'ai'] as const).filter((name) => name !== kind));
      return { operation, method, path: `/${kind}/${random.pick(known.ids[other]) ?? 'none'}`, expect: 404 };
    }
    if (dice < 0.5 && method === 'DELETE')
      return { operation, method, path: `/${kind}/${known.ids[kind].pop() ?? 'none'}`, expect: [204, 404] };
    if (dice < 0.6)
      return {
        operation,
        method,
        path: `/${kind}/${Array.from({ length: 24 }, () => random.pick([...'0123456789abcdef'])).join('')}`,
        expect: 404,
      };
    if (dice < 0.7) return { operation, method, path: `/${kind}/${encodeURIComponent(textOf(random))}`, expect: 404 };
    return strange(random, `/${kind}/${random.pick(NASTY_PATHS)}`);
  };
}

/** Targets by name. The shares divide `--count`. */
export const TARGETS: Readonly<Record<string, readonly (readonly [share: number, draw: Draw])[]>> = {
  serp: [
    [8000, create('/serp/new', goodSerp, badSerp)],
    [2000, batch('/serp/new/list', goodSerp, badSerp)],
    [1500, fetchList('serp')],
    [2000, one('serp', true)],
  ],
  keyword: [
    [4000, create('/keyword/new', goodKeyword, badKeyword)],
    [2000, batch('/keyword/new/list', goodKeyword, badKeyword)],
    [1500, fetchList('keyword')],
    [2000, one('keyword', true)],
  ],
  ai: [
    [
      2000,
      create(
        '/ai/seo-analysis',
        (r, sink) => goodAi(r, sink, 'seo-analysis'),
        (r, sink) => badAi(r, sink, 'seo-analysis'),
      ),
    ],
    [
      2000,
      create(
        '/ai/send-prompt',
        (r, sink) => goodAi(r, sink, 'send-prompt'),
        (r, sink) => badAi(r, sink, 'send-prompt'),
      ),
    ],
    [500, fetchList('ai')],
    [1000, one('ai', false)],
  ],
  lookups: [
    [4000, lookup('whois')],
    [2000, lookup('technologies')],
  ],
  tracking: [[6000, tracking]],
  account: [
    [4000, account],
    [4000, reads],
    [1500, operator],
  ],
};
