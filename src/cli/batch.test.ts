import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { csvLines } from './batch-csv.ts';
import { openJournal } from './batch-journal.ts';
import { BATCH_KINDS } from './batch-kinds.ts';
import { type BatchObject, groupRows } from './batch-pack.ts';
import { readRows } from './batch-rows.ts';
import { type BatchService, Rejection, runBatch } from './batch-run.ts';
import { createProgress } from './progress.ts';

const settings = { batchSize: 2, reorderExpired: false };
let folder = '';
let out = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sextant batch '));
  out = path.join(folder, 'out.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A fake service that stores keys as the real one does and finishes everything at once. */
function fakeService(more: Partial<BatchService> = {}) {
  const orders = new Map<string, BatchObject[]>();
  const objects = new Map<string, BatchObject>();
  const calls: string[][] = [];
  const service: BatchService = {
    create: async (requests, key) => {
      const keywords = (requests as { keyword: string }[]).map(({ keyword }) => keyword);
      calls.push(keywords);
      const bad = keywords.indexOf('bad');
      if (bad >= 0) throw new Rejection(`Bad input parameter: [${bad}].keyword`, 400, bad);
      const made =
        orders.get(key) ??
        keywords.map((keyword) => ({
          id: `id${objects.size}-${keyword}`,
          keyword,
          ready: keyword !== 'ill',
          faulty: keyword === 'ill',
          verdict: 'valid',
        }));
      orders.set(key, made);
      for (const one of made) objects.set(one.id, one);
      return made;
    },
    fetch: async (ids) => ids.flatMap((id) => objects.get(id) ?? []),
    lookUp: async () => ({}),
    pause: async () => undefined,
    ...more,
  };
  return { service, orders, objects, calls };
}
const lines = () =>
  readFileSync(out, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { line: number; keyword: string; outcome: string; reference?: string; error?: string });
const run = async (text: string, service: BatchService, more: object = {}) => {
  const journal = await openJournal(out);
  try {
    return await runBatch(readRows(text, {}), journal, service, { ...settings, ...more }, () => undefined);
  } finally {
    journal.close();
  }
};

describe('the file of a batch', () => {
  it('with a header is CSV, and its columns override the options', () => {
    const text = '\ufeffkeyword,Region,engine,results,mobile,reference\r\n"red, ""old"" shoes",DE,,20,yes,a1\n\nblue,,bing,,,\n';
    expect(readRows(text, { region: 'US', engine: 'google', priority: 'LOW' })).toEqual([
      {
        line: 2,
        subject: 'red, "old" shoes',
        reference: 'a1',
        request: {
          keyword: 'red, "old" shoes',
          region: 'DE',
          searchEngine: 'google',
          maxResults: 20,
          isMobile: true,
          priority: 'LOW',
          asynchronous: true,
        },
      },
      { line: 4, subject: 'blue', request: { keyword: 'blue', region: 'US', searchEngine: 'bing', priority: 'LOW', asynchronous: true } },
    ]);
  });

  it('without a header has a keyword on every line', () => {
    expect(readRows('red, old shoes\n\n"blue"\n', {}).map(({ line, subject }) => [line, subject])).toEqual([
      [1, 'red, old shoes'],
      [3, 'blue'],
    ]);
  });

  it('may have line breaks inside quotes', () => {
    expect(csvLines('a,"b\nc"\nd')).toEqual([
      { number: 1, cells: ['a', 'b\nc'] },
      { number: 3, cells: ['d'] },
    ]);
  });

  it.each([
    ['keyword,regoin\nx,DE', 'Unknown column "regoin". Did you mean "region"?'],
    ['keyword,engine\nx,gogle', 'Line 2: unknown engine "gogle". Did you mean "google"?'],
    ['keyword,engine\n,google', 'Line 2: keyword is missing.'],
    ['keyword\n"x', 'Line 2: a quotation mark is never closed.'],
    ['keyword\nx,y', 'Line 2 has more cells than the header.'],
  ])('is rejected with the number of the wrong line: %j', (text, message) => {
    expect(() => readRows(text, {})).toThrow(message);
  });
});

describe('a batch', () => {
  it('orders in chunks and writes every line once, whatever its outcome', async () => {
    const { service, calls } = fakeService();
    const outcomes = await run('one\nbad\nill\nfour\nfive', service);
    expect(outcomes).toEqual({ valid: 3, refused: 1, faulty: 1 });
    expect(calls).toEqual([['one', 'bad'], ['one'], ['ill', 'four'], ['five']]);
    expect(
      lines()
        .map(({ line }) => line)
        .sort(),
    ).toEqual([1, 2, 3, 4, 5]);
    expect(await run('one\nbad\nill\nfour\nfive', service)).toEqual({});
    expect(calls).toHaveLength(4);
  });

  it.each([0, 1, 2, 3, 4])('that dies in call %i continues with the same key and is charged once', async (dies) => {
    const { service, orders, objects } = fakeService();
    let call = 0;
    const dying = (when: 'before' | 'after'): BatchService => ({
      ...service,
      create: async (requests, key) => {
        const mine = call++ === dies;
        if (mine && when === 'before') throw new Error('killed');
        const made = await service.create(requests, key);
        if (mine) throw new Error('killed');
        return made;
      },
    });
    for (const when of ['before', 'after'] as const) {
      call = 0;
      await run('a\nb\nc\nd\ne', dying(when)).catch(() => undefined);
    }
    await run('a\nb\nc\nd\ne', service);
    expect(orders.size).toBe(3);
    expect(objects.size).toBe(5);
    expect(
      lines()
        .map(({ line }) => line)
        .sort(),
    ).toEqual([1, 2, 3, 4, 5]);
  });

  it('removes an incomplete line of a killed process', async () => {
    const { service, objects } = fakeService();
    await run('a\nb', service);
    const [first] = readFileSync(out, 'utf8').split('\n');
    writeFileSync(out, `${first}\n{"line":2,"keyw`);
    appendFileSync(`${out}.journal`, '{"sent":"x","li');
    await run('a\nb\nc', service);
    expect(lines().map(({ keyword }) => keyword)).toEqual(['a', 'b', 'c']);
    expect(objects.size).toBe(3);
  });

  it('does not reorder lines with an expired key, unless requested', async () => {
    const { service, objects } = fakeService();
    const failing = { ...service, create: async () => Promise.reject(new Error('killed')) };
    await run('a', failing).catch(() => undefined);
    const later = { now: () => Date.now() + 24 * 3_600_000 };
    await expect(run('a', service, later)).rejects.toThrow('--reorder-expired');
    expect(objects.size).toBe(0);
    await run('a', service, { ...later, reorderExpired: true });
    expect(lines()).toHaveLength(1);
  });

  it('stops at a rejection of the account, and continues later', async () => {
    const { service } = fakeService();
    const poor = { ...service, create: async () => Promise.reject(new Rejection('No credits left.', 402, null)) };
    await expect(run('a\nb\nc', poor)).rejects.toThrow('No credits left.');
    await run('a\nb\nc', service, { now: () => Date.now() + 48 * 3_600_000 });
    expect(lines()).toHaveLength(3);
  });

  it('rejects foreign files, changed rows and a second process', async () => {
    const { service } = fakeService();
    await run('a\nb', service);
    await expect(run('a\nx', service)).rejects.toThrow('were ordered with other contents or options');
    const held = await openJournal(out);
    await expect(openJournal(out)).rejects.toThrow('Another sextant batch');
    held.close();
    expect(existsSync(`${out}.lock`)).toBe(false);
    rmSync(`${out}.journal`);
    await expect(openJournal(out)).rejects.toThrow('has no journal');
  });

  it('gives rows that the service treats as equal the same object', async () => {
    const made: BatchObject = { id: 'one', keyword: 'a', ready: true, verdict: 'valid' };
    const { service } = fakeService({ create: async () => [made], fetch: async () => [made] });
    await run('keyword,region\na,US\na,United States', service);
    expect(lines().map(({ line, outcome }) => [line, outcome])).toEqual([
      [2, 'valid'],
      [3, 'valid'],
    ]);
  });
});

describe('a batch of another kind', () => {
  const rowsOf = (text: string, kind: keyof typeof BATCH_KINDS, defaults = {}) => readRows(text, defaults, BATCH_KINDS[kind]);
  const runKind = async (text: string, kind: keyof typeof BATCH_KINDS, service: BatchService, more: object = {}) => {
    const journal = await openJournal(out, kind);
    try {
      const requestCount = { ...settings, kind: BATCH_KINDS[kind], ...more };
      return await runBatch(rowsOf(text, kind), journal, service, requestCount, () => undefined);
    } finally {
      journal.close();
    }
  };

  it('has its own columns and its own request', () => {
    const [whois] = rowsOf('domain,source,reference\nshop.com,whois,a', 'whois');
    expect(whois).toEqual({ line: 2, subject: 'shop.com', reference: 'a', request: { domain: 'shop.com', source: 'whois' } });
    expect(rowsOf('prompt,service\n"What, then?",chatgpt', 'ai-prompt')[0]!.request).toEqual({
      prompt: 'What, then?',
      aiService: 'chatgpt',
    });
    expect(rowsOf('https://shop.com/', 'ai-analysis')[0]!.request).toEqual({ url: 'https://shop.com/' });
    expect(rowsOf('tea', 'keyword', { region: 'IT', engine: 'baidu', suggestions: 'true' })[0]!.request).toEqual({
      keywords: ['tea'],
      region: 'IT',
      source: 'baidu',
      suggestions: true,
      asynchronous: true,
    });
    expect(() => rowsOf('domain,engine\nshop.com,google', 'technologies')).toThrow('Unknown column "engine".');
    expect(() => rowsOf('keyword,engine\ntea,bing', 'keyword')).toThrow('Line 2: unknown engine "bing".');
    expect(() => rowsOf('keyword,suggestions\ntea,perhaps', 'keyword')).toThrow('suggestions must be true or false');
  });

  it('groups twenty keywords with equal options into one request, but not suggestions', () => {
    const text = `keyword,region\n${Array.from({ length: 45 }, (_, index) => `word ${index},${index % 9 === 0 ? 'DE' : 'US'}`).join('\n')}\nword 1,US`;
    const rows = rowsOf(text, 'keyword');
    const groups = groupRows(rows, BATCH_KINDS.keyword);
    expect(groups.map(({ request }) => (request as { keywords: string[] }).keywords.length)).toEqual([5, 20, 20]);
    expect(groups.flatMap(({ indexes }) => indexes).sort((one, other) => one - other)).toEqual(rows.map((_, index) => index));
    for (const { request, indexes } of groups)
      for (const index of indexes) expect((request as { keywords: string[] }).keywords).toContain(rows[index]!.subject);
    expect(groupRows(rowsOf('a\nb', 'keyword', { suggestions: 'true' }), BATCH_KINDS.keyword)).toHaveLength(2);
  });

  it('gives every keyword its own volume, and rejects only the named keyword', async () => {
    const volumes = (keywords: string[]) => ({
      totalResults: keywords.length,
      results: keywords.map((keyword) => ({ keyword, searchVolume: keyword.length })),
    });
    const { service } = fakeService({
      create: async (requests) =>
        (requests as { keywords: string[] }[]).map(({ keywords }, index) => {
          const bad = keywords.indexOf('bad');
          if (bad >= 0) throw new Rejection(`Bad input parameter: [${index}].keywords[${bad}] is bad.`, 400, index);
          return { id: keywords.join(), ready: false };
        }),
      fetch: async (ids) =>
        ids.map((id) => ({ id, ready: true, verdict: 'valid', data: volumes(id.split(',').filter((word) => word !== 'rare')) })),
    });
    expect(await runKind('tea\nbad\ncoffee\nrare', 'keyword', service, { partMax: 10 })).toEqual({ valid: 2, refused: 1, empty: 1 });
    const found = lines() as unknown as { keyword: string; result?: { keywords: string[]; data: object } }[];
    expect(found.find(({ keyword }) => keyword === 'coffee')?.result).toMatchObject({ keywords: ['coffee'], data: volumes(['coffee']) });
  });

  it('of lookups sends one request per line and key, and reports failed sources', async () => {
    const paid = new Map<string, string>();
    let requestCount = 0;
    const lookUp = async (request: object, key: string): Promise<object> => {
      const { domain } = request as { domain: string };
      requestCount += 1;
      if (domain === 'a b') throw new Rejection('Bad input parameter: domain.', 400, null);
      if (domain === 'away.com') throw new Rejection('The registry could not be reached.', 502, null);
      paid.set(key, domain);
      if (domain === 'dies.com' && requestCount < 9) throw new Error('killed');
      return { domain };
    };
    const { service } = fakeService({ lookUp });
    const text = 'one.com\na b\naway.com\ndies.com\nfive.com';
    await expect(runKind(text, 'whois', service, { partMax: 100 })).rejects.toThrow('killed');
    requestCount = 10;
    await runKind(text, 'whois', service, { partMax: 100 });
    expect(
      Object.fromEntries((lines() as unknown as { domain: string; outcome: string }[]).map(({ domain, outcome }) => [domain, outcome])),
    ).toEqual({ 'one.com': 'valid', 'a b': 'refused', 'away.com': 'faulty', 'dies.com': 'valid', 'five.com': 'valid' });
    expect([...paid.values()].sort()).toEqual(['dies.com', 'five.com', 'one.com']);
    await expect(openJournal(out, 'technologies')).rejects.toThrow('has results of --kind whois');
  });

  it('of prompts orders one at a time and writes each result before the next order', async () => {
    const order: string[] = [];
    const { service } = fakeService({
      create: async (requests) => {
        order.push(`ordered ${requests.length}`);
        return [{ id: `id${order.length}`, ready: false }];
      },
      fetch: async (ids) => {
        order.push('fetched');
        return ids.map((id) => ({ id, ready: true, error: id === 'id1' ? 'No answer.' : null }));
      },
    });
    expect(await runKind('one\ntwo', 'ai-prompt', service, { partMax: 100 })).toEqual({ faulty: 1, valid: 1 });
    expect(order).toEqual(['ordered 1', 'fetched', 'ordered 1', 'fetched']);
  });
});

describe('progress', () => {
  it('is a bar on a terminal and occasional lines elsewhere', () => {
    let now = 0;
    const show = (isTerminal: boolean): string => {
      let text = '';
      const progress = createProgress({ isTerminal, now: () => now, write: (more) => (text += more) });
      for (const done of [0, 1, 2, 3, 4]) {
        progress.update(done, 4, 'fine');
        now += 2000;
      }
      progress.end();
      return text;
    };
    expect(show(true)).toContain('\r\u001b[2K[############------------] 2 of 4: fine, about 4 s left');
    const lines = show(false).trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines.at(-1)).toBe('4 of 4: fine');
    expect(lines.join()).not.toContain('\u001b');
  });
});
