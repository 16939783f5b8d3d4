// Every product with every fault of the sandbox, through the whole service: correct end, correct refund, nothing lost.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AI_SERVICES, ENGINES } from '../src/contract/vocabulary.ts';
import { startTestService, type TestService, until } from './service.ts';

const CREDITS = 10_000;
const TRIES = 5;
const SECONDS_MAX = 120;

interface End {
  readonly verdict: 'valid' | 'blocked' | 'unparsed' | 'suspect' | null;
  readonly attempts: readonly string[];
}
const all = (outcome: string): string[] => Array.from({ length: TRIES }, () => outcome);
const BLOCKED: End = { verdict: 'blocked', attempts: all('blocked') };
const UNAVAILABLE: End = { verdict: null, attempts: all('unreachable') };
/** A page that cannot be parsed is not requested again. */
const UNPARSED: End = { verdict: 'unparsed', attempts: ['unparsed'] };

const FAULTS: Readonly<Record<string, End>> = {
  'test:429': BLOCKED,
  'test:500': UNAVAILABLE,
  'test:cut': UNAVAILABLE,
  'test:garbage': UNPARSED,
  'test:500:2': { verdict: 'valid', attempts: ['unreachable', 'unreachable', 'valid'] },
  'test:cut:1': { verdict: 'valid', attempts: ['unreachable', 'valid'] },
  'test:429:4': { verdict: 'valid', attempts: [...all('blocked').slice(1), 'valid'] },
  'test:429:5': BLOCKED,
};
const STALLS: Readonly<Record<string, End>> = {
  'test:stall': UNAVAILABLE,
  'test:stall:1': { verdict: 'valid', attempts: ['unreachable', 'valid'] },
};
const BLOCK_PAGES: Readonly<Record<string, End>> = {
  'test:captcha': BLOCKED,
  'test:softblock': BLOCKED,
  'test:consent': BLOCKED,
  'test:signin': BLOCKED,
  'test:strange': UNPARSED,
  'test:captcha:1 test:500:2': { verdict: 'valid', attempts: ['blocked', 'unreachable', 'valid'] },
};

/** A single page has no results that could be unrelated. */
const POISON: Readonly<Record<string, End>> = { 'test:poisoned': { verdict: 'suspect', attempts: all('suspect') } };

interface Row {
  readonly path: '/serp' | '/keyword' | '/ai';
  readonly create: string;
  readonly body: object;
  readonly cost: number;
  readonly end: End;
}

const rows: readonly Row[] = [
  ...ENGINES.flatMap((searchEngine) =>
    Object.entries({
      ...FAULTS,
      ...BLOCK_PAGES,
      ...(searchEngine === 'google' ? STALLS : {}),
      ...(searchEngine === 'universal' ? {} : POISON),
    }).map(([word, end]): Row => {
      const keyword = searchEngine === 'universal' ? `https://shop.example/tea?q=${encodeURIComponent(word)}` : `green tea ${word}`;
      return { path: '/serp', create: '/serp/new/list', body: { searchEngine, keyword, region: 'DE', maxResults: 10 }, cost: 1, end };
    }),
  ),
  ...(['google', 'baidu'] as const).flatMap((source) =>
    Object.entries({ ...FAULTS, ...STALLS }).flatMap(([word, end]): Row[] =>
      [false, true].map((suggestions) => {
        const body = { source, suggestions, keywords: [`${word} tea`], region: source === 'google' ? 'DE' : 'CN' };
        return { path: '/keyword', create: '/keyword/new/list', body, cost: 3, end };
      }),
    ),
  ),
  ...AI_SERVICES.flatMap((aiService) =>
    Object.entries({ ...FAULTS, ...STALLS }).flatMap(([word, end]): Row[] => [
      { path: '/ai', create: '/ai/send-prompt', body: { aiService, prompt: `What is tea? ${word}` }, cost: 1, end },
      {
        path: '/ai',
        create: '/ai/seo-analysis',
        body: { aiService, url: `https://shop.example/tea?q=${word}` },
        cost: 1,
        // The page and the model are one attempt each.
        end: end.verdict === 'valid' ? { ...end, attempts: [...end.attempts, 'valid'] } : end,
      },
    ]),
  ),
];

let service: TestService;
let account: Awaited<ReturnType<TestService['account']>>;
let ids: string[];
beforeAll(async () => {
  service = await startTestService({ AI_RATE_SECONDS: '0', SOURCE_ATTEMPTS_MAX: String(TRIES) });
  account = await service.account({ credits: CREDITS });
  ids = await createAll();
});
afterAll(() => service.stop());

/** Kinds with batches are created in one batch. */
async function createAll(): Promise<string[]> {
  const made = new Map<Row, string>();
  for (const path of ['/serp/new/list', '/keyword/new/list']) {
    const batch = rows.filter((row) => row.create === path);
    const { status, json, text } = await service.call(
      'POST',
      path,
      account.test,
      batch.map(({ body }) => body),
    );
    expect(status, text).toBe(200);
    for (const [index, row] of batch.entries()) made.set(row, json[index].id);
  }
  for (const row of rows.filter(({ path }) => path === '/ai')) {
    const { status, json, text } = await service.call('POST', row.create, account.test, row.body);
    expect(status, text).toBe(200);
    made.set(row, json.id);
  }
  return rows.map((row) => made.get(row)!);
}

const count = async (text: string): Promise<number> => (await service.database.db.query<{ count: number }>({ name: text, text }))[0]!.count;

test('objects of every product end correctly, are charged once or not at all, and leave nothing behind', {
  timeout: (SECONDS_MAX + 30) * 1000,
}, async () => {
  await until(async () => (await count('select count(*)::int as count from queue')) === 0, SECONDS_MAX);
  expect(await count('select count(*)::int as count from results')).toBe(rows.length);

  const entries = await service.database.db.query<{ ref: string; kind: string; amount: number }>({
    name: 'entries',
    text: "select ref, kind, amount::int as amount from ledger where kind in ('charge', 'reversal')",
  });
  const moved = grouped(entries);
  const wrong: unknown[] = [];
  for (const [index, row] of rows.entries()) {
    const { json } = await service.call('GET', `${row.path}/${ids[index]}`, account.test);
    const valid = row.end.verdict === 'valid';
    const found = {
      verdict: json.verdict,
      attempts: json.attempts.map(({ outcome }: { outcome: string }) => outcome),
      ready: json.ready,
      failed: row.path === '/ai' ? json.error !== null : json.faulty,
      answered: (row.path === '/ai' ? json.response : json.data) !== null,
      moved: (moved.get(ids[index]!) ?? []).map(({ kind, amount }) => `${kind} ${amount}`).sort(),
    };
    const expected = {
      ...row.end,
      ready: valid || row.path === '/ai',
      failed: !valid,
      answered: valid,
      moved: [`charge ${-row.cost}`, ...(valid ? [] : [`reversal ${row.cost}`])],
    };
    if (JSON.stringify(sorted(found)) !== JSON.stringify(sorted(expected)))
      wrong.push({ create: row.create, body: row.body, found, expected });
  }
  expect(wrong).toEqual([]);
  expect(entries.filter(({ kind }) => kind === 'charge')).toHaveLength(rows.length);

  const paid = rows.filter(({ end }) => end.verdict === 'valid').reduce((sum, { cost }) => sum + cost, 0);
  const balance = await count('select sum(remaining)::int as count from lots where not live');
  expect(balance).toBe(CREDITS - paid);
  expect(await count('select sum(amount)::int as count from ledger where not live')).toBe(balance);
});

const sorted = (value: object): object => Object.fromEntries(Object.entries(value).sort(([one], [other]) => one.localeCompare(other)));

function grouped<Entry extends { readonly ref: string }>(entries: readonly Entry[]): Map<string, Entry[]> {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) groups.set(entry.ref, [...(groups.get(entry.ref) ?? []), entry]);
  return groups;
}

describe('lookups', () => {
  const PATHS = [
    '/whois/test-WORD-auto.com',
    '/whois/test-WORD-old.com?source=whois',
    '/whois/test-WORD-root.example',
    '/technologies/test-WORD-page.com',
  ];
  const STATUSES = { '429': 502, '500': 502, cut: 502, garbage: 502, stall: 504, captcha: 502, strange: 502 };

  test.concurrent.each(PATHS)(
    'of %s fail with the right status and are not charged, and a successful one is charged once',
    async (path) => {
      const { test: key } = await service.account({ credits: 10 });
      const look = (word: string) => service.call('GET', path.replace('WORD', word), key);
      const balance = async (): Promise<number> =>
        (await service.call('GET', '/user', key)).json.credits.reduce((sum: number, lot: { remaining: number }) => sum + lot.remaining, 0);
      const failed = await Promise.all(Object.keys(STATUSES).map(async (word) => [word, (await look(word)).status]));
      expect(Object.fromEntries(failed)).toEqual(STATUSES);
      expect(await balance()).toBe(10);
      expect((await look('500-1')).status).toBe(502);
      expect((await look('500-1')).status).toBe(200);
      expect(await balance()).toBe(9);
    },
  );
});
