import { describe, expect, test } from 'vitest';
import { createClient } from './index.ts';

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly key: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: bodies have many types.
  readonly body: any;
}

/** A client whose requests are recorded and answered by `answer`. */
function recording(answer: (sent: Sent, count: number) => Response | Promise<Response>) {
  const sent: Sent[] = [];
  const fetch = async (url: string, { method, body, headers, signal }: RequestInit): Promise<Response> => {
    signal?.throwIfAborted();
    const one = {
      method: method!,
      path: url.slice('http://sextant.example'.length),
      key: (headers as Record<string, string>)['idempotency-key'],
      body: body === undefined ? undefined : JSON.parse(body as string),
    };
    sent.push(one);
    return answer(one, sent.length);
  };
  const client = createClient({ baseUrl: 'http://sextant.example', apiKey: 'x', fetch, backoffMs: 1, retries: 2 });
  return { sent, client, projects: client.projects };
}
const price = (creditsPerMonth: number) => ({ checksPerMonth: creditsPerMonth, creditsPerMonth, balance: null, lastsUntil: null });
const added = (count: number) => ({
  added: count,
  ids: [],
  duplicates: [],
  forecast: { before: price(0), after: price(count * 30) },
  run: null,
});
const ID = '0123456789abcdef01234567';

describe('adding keywords', () => {
  const words = Array.from({ length: 2001 }, (_, index) => `keyword ${index}`);

  test('sends chunks of 1000, each with its own key', async () => {
    const { sent, projects } = recording(({ body }) => Response.json(added(body.keywords.length)));
    const result = await projects.addKeywords(ID, words, { dryRun: true, idempotencyKey: 'mine' });
    expect(sent.map(({ method, path, key, body }) => [method, path, key, body.keywords.length, body.dryRun])).toEqual([
      ['POST', `/projects/${ID}/keywords`, 'mine-1', 1000, true],
      ['POST', `/projects/${ID}/keywords`, 'mine-2', 1000, true],
      ['POST', `/projects/${ID}/keywords`, 'mine-3', 1, true],
    ]);
    expect(sent[2]!.body.keywords).toEqual([{ keyword: 'keyword 2000' }]);
    expect([result.added, result.forecast.after.creditsPerMonth]).toEqual([2001, 60_030]);
  });

  test('repeats a chunk with the same key after a lost response', async () => {
    const { sent, projects } = recording((_sent, count) => {
      if (count === 1) throw new TypeError('fetch failed');
      return Response.json(added(1));
    });
    await projects.addKeywords(ID, [{ keyword: 'tea', tags: ['drinks'] }]);
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
  });

  test('names a rejected keyword by its index in the whole list', async () => {
    const { projects } = recording((_sent, count) =>
      count === 1 ? Response.json(added(1000)) : Response.json({ code: 400, message: 'keywords[7].region is not known' }, { status: 400 }),
    );
    await expect(projects.addKeywords(ID, words)).rejects.toMatchObject({ status: 400, message: 'keywords[1007].region is not known' });
  });

  test('checks at once only what fits into one run', async () => {
    const { sent, projects } = recording(() => Response.json(added(1)));
    await expect(projects.addKeywords(ID, words, { checkNow: true })).rejects.toThrow(TypeError);
    await expect(projects.addKeywords(ID, [])).rejects.toThrow('There are no keywords to add.');
    expect(sent).toEqual([]);
    await projects.addKeywords(ID, ['tea'], { checkNow: true });
    expect(sent[0]!.body).toEqual({ keywords: [{ keyword: 'tea' }], checkNow: true });
  });
});

describe('importing a long file', () => {
  const rows = Array.from({ length: 40_001 }, (_, index) => `keyword ${index},x`);
  const imported = (format: string) => ({ format, columns: {}, ignored: [], lines: 1, points: 0, problems: [], result: added(1) });

  test('repeats its header in every part', async () => {
    const problems = [{ line: 2, message: 'has no keyword' }];
    const { sent, projects } = recording(() => Response.json({ ...imported('sextant'), problems }));
    const result = await projects.importText(ID, `keyword,tags\r\n${rows.join('\r\n')}`, { idempotencyKey: 'mine' });
    expect(sent.map(({ key, body }) => [key, body.format, body.text.slice(0, 14), body.text.split('\n').length])).toEqual([
      ['mine-1', undefined, 'keyword,tags\r\n', 40_001],
      ['mine-2', 'sextant', 'keyword,tags\r\n', 3],
    ]);
    expect(result.problems.map(({ line }) => line)).toEqual([2, 40_001]);
  });

  test('has no header to repeat if it is a list', async () => {
    const { sent, projects } = recording(() => Response.json(imported('lines')));
    await projects.importText(ID, rows.join('\n'), { dryRun: true });
    expect(sent.map(({ body }) => [body.format, body.dryRun, body.text.split('\n')[0]])).toEqual([
      [undefined, true, 'keyword 0,x'],
      ['lines', true, 'keyword 40000,x'],
    ]);
  });
});

describe('reading', () => {
  test('follows pages of keywords, runs and alerts', async () => {
    const page = (path: string) => new URLSearchParams(path.split('?')[1]);
    const { sent, projects } = recording(({ path }) => {
      const cursor = page(path).get('after') ?? page(path).get('before');
      return Response.json({ items: [{ id: cursor ?? 'first' }], next: cursor === null ? 'second' : null });
    });
    const idsOf = async (items: AsyncIterable<object>) => {
      const ids: unknown[] = [];
      for await (const item of items) ids.push((item as { id: string }).id);
      return ids;
    };
    expect(await idsOf(projects.keywords(ID, { tags: 'shoes' }))).toEqual(['first', 'second']);
    expect(await idsOf(projects.runs(ID))).toEqual(['first', 'second']);
    expect(await idsOf(projects.alerts.list())).toEqual(['first', 'second']);
    expect(sent.map(({ path }) => path)).toEqual([
      `/projects/${ID}/keywords?limit=1000&tags=shoes`,
      `/projects/${ID}/keywords?limit=1000&tags=shoes&after=second`,
      `/projects/${ID}/runs?limit=100`,
      `/projects/${ID}/runs?limit=100&before=second`,
      '/tracking/alerts?limit=200',
      '/tracking/alerts?limit=200&after=second',
    ]);
  });

  test('returns an export as it arrives, after retries of its start', async () => {
    const { sent, projects } = recording((_sent, count) =>
      count === 1 ? new Response('', { status: 502 }) : new Response('keyword,position\r\ntea,3\r\n'),
    );
    const stream = await projects.export(ID, { content: 'keywords' });
    expect(await new Response(stream).text()).toBe('keyword,position\r\ntea,3\r\n');
    expect(sent.map(({ path }) => path)).toEqual([`/projects/${ID}/export?content=keywords`, `/projects/${ID}/export?content=keywords`]);
  });

  test('exports the results of requests', async () => {
    const { sent, client } = recording(() => new Response('{"position":1}\n'));
    const stream = await client.exportObjects({ include: 'results', format: 'jsonl', engine: 'bing' });
    expect(await new Response(stream).text()).toBe('{"position":1}\n');
    expect(sent.map(({ path }) => path)).toEqual(['/objects/export?include=results&format=jsonl&engine=bing']);
  });

  test('reports the error of an export that is rejected', async () => {
    const { projects } = recording(() => Response.json({ code: 404, message: 'Not found.', solution: 'Check the id.' }, { status: 404 }));
    await expect(projects.export(ID)).rejects.toMatchObject({ status: 404, code: 404, solution: 'Check the id.' });
    const stop = new AbortController();
    stop.abort(new Error('enough'));
    await expect(projects.export(ID, {}, { signal: stop.signal })).rejects.toThrow('enough');
  });

  test('returns nothing for removals and resends', async () => {
    const { sent, projects } = recording(() => new Response(null, { status: 204 }));
    expect(await projects.remove(ID)).toBeUndefined();
    expect(await projects.rules.remove(ID, 'r')).toBeUndefined();
    expect(await projects.alerts.resend(ID, 'a')).toBeUndefined();
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `DELETE /projects/${ID}`,
      `DELETE /projects/${ID}/rules/r`,
      `POST /projects/${ID}/alerts/a/resend`,
    ]);
  });
});

describe('a run that is waited for', () => {
  const run = (state: string, pending: number) => ({ slot: '2026-11-18T09:31', state, pending, found: 2 - pending });
  const answers = (...states: object[]) =>
    recording(({ method }, count) => {
      const one = states[Math.min(count, states.length) - 1]!;
      return Response.json(method === 'POST' ? one : { items: [{ slot: '2026-11-18T09:40', state: 'done', pending: 0 }, one], next: null });
    });

  test('is returned when all of its checks have an outcome', async () => {
    const { sent, projects } = answers(run('running', 0), run('done', 1), run('done', 0));
    expect(await projects.runAndWait(ID, { ids: ['1'] }, { idempotencyKey: 'mine' })).toMatchObject({ state: 'done', found: 2 });
    expect(sent.map(({ method, path, key, body }) => [method, path.split('?')[0], key, body])).toEqual([
      ['POST', `/projects/${ID}/run`, 'mine', { ids: ['1'] }],
      ['GET', `/projects/${ID}/runs`, undefined, undefined],
      ['GET', `/projects/${ID}/runs`, undefined, undefined],
    ]);
  });

  test('throws after its time, and when it is aborted', async () => {
    const { projects } = answers(run('running', 2));
    await expect(projects.runAndWait(ID, {}, { waitSeconds: 0.2 })).rejects.toMatchObject({
      code: 'unfinished',
      message: '2 checks of the run did not finish within 0.2 seconds.',
    });
    await expect(projects.runAndWait(ID, {}, { signal: AbortSignal.timeout(100) })).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});
