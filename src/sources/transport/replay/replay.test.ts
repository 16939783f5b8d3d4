import { rmSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { bingUrl, harOf, httpResponse, resultPage, serpWith, warcRecord, writeFolder } from '../../../../test/captures.ts';
import { ENGINES, type EngineName } from '../../../contract/vocabulary.ts';
import type { Page } from '../../adapter.ts';
import { createEngineTable } from '../../catalogue.ts';
import { collect } from '../../collect.ts';
import { plainQuery } from '../../stored-page.ts';
import type { SearchFields } from './capture.ts';
import { indexFolder } from './index-folder.ts';
import { createReplay } from './replay.ts';

const isEngine = (name: string): name is EngineName => name !== 'chatgpt' && (ENGINES as readonly string[]).includes(name);
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const engines = createEngineTable({});
const bing = engines.bing!;
const identifying = new Map([['bing', new Set(['q', 'first', 'count', 'format'])] as const]);

function replayOf(files: Readonly<Record<string, string | Buffer>>, cacheBytesMax?: number) {
  const folder = writeFolder(files);
  folders.push(folder);
  const index = indexFolder(folder, isEngine);
  return createReplay({ indexOf: () => index, identifying, ...(cacheBytesMax === undefined ? {} : { cacheBytesMax }) });
}
const fieldsOf = (keyword: string, more: Partial<SearchFields> = {}): SearchFields => ({
  keyword,
  language: 'en',
  isMobile: false,
  region: 'United States',
  ...more,
});
type Replay = ReturnType<typeof replayOf>;
const fetchOne = (replay: Replay, keyword: string, more: Partial<SearchFields> = {}): Promise<Page> => {
  const query = plainQuery('bing', { keyword, language: more.language ?? 'en' });
  return replay.fetchFor(bing, fieldsOf(keyword, more))(bing.start(query), { attempt: 1 });
};
/** All pages of a search, one result text per page. */
async function searchAll(replay: Replay, keyword: string, pagesMax = 5) {
  const query = plainQuery('bing', { keyword });
  const fetch = replay.fetchFor(bing, fieldsOf(keyword));
  const { found } = await collect(bing, query, fetch, { attempt: 1 }, { pagesMax, enough: () => false });
  return found.map(({ organic }) => organic.map(({ url }) => url));
}
const MISSING = {
  name: 'SourceError',
  outcome: 'unreachable',
  recovery: 'fail',
  message: expect.stringMatching(/^REPLAY_DIR has no page/),
};

describe('a captured page', () => {
  it('stays compressed until it is parsed', async () => {
    const compressed = gzipSync(resultPage('shoes'));
    const page = await fetchOne(replayOf({ 'bing/a.html.gz': compressed }), 'shoes');
    expect(page.content).toMatchObject({ compression: 'gzip' });
    expect(Buffer.from(page.content!.bytes).equals(compressed)).toBe(true);
    expect(page.body).toBe(resultPage('shoes'));
    expect(bing.parse(page, plainQuery('bing', { keyword: 'shoes' })).found.organic).toHaveLength(10);
  });
  it('of a WARC file stays compressed as it was sent', async () => {
    const headers = ['Content-Type: text/html; charset=utf-8', 'Content-Encoding: gzip'];
    const record = warcRecord(bingUrl('shoes'), httpResponse(gzipSync(resultPage('shoes')), headers));
    const page = await fetchOne(replayOf({ 'a.warc': record }), 'shoes');
    expect([page.content?.compression, page.body]).toEqual(['gzip', resultPage('shoes')]);
  });
  it('may be a redirect, which is followed to another captured page', async () => {
    const target = 'https://www.bing.com/turing/captcha/challenge';
    const moved = httpResponse('', [`Location: ${target}`], '302 Found');
    const blockPage = warcRecord(target, httpResponse('<html><body>One more step</body></html>'));
    const page = await fetchOne(replayOf({ 'a.warc': Buffer.concat([warcRecord(bingUrl('shoes'), moved), blockPage]) }), 'shoes');
    expect(page.url).toBe(target);
    expect(() => bing.parse(page, plainQuery('bing'))).toThrow(expect.objectContaining({ outcome: 'blocked' }));
    await expect(fetchOne(replayOf({ 'a.warc': warcRecord(bingUrl('shoes'), moved) }), 'shoes')).rejects.toMatchObject(MISSING);
  });
  it('may be a server error or too long, as from the network', async () => {
    const failed = warcRecord(bingUrl('shoes'), httpResponse('sorry', ['Content-Type: text/html'], '503 Busy'));
    await expect(fetchOne(replayOf({ 'a.warc': failed }), 'shoes')).rejects.toMatchObject({ message: 'returned status 503' });
    const long = replayOf({ 'bing/a.html': Buffer.alloc(6 * 1024 * 1024, 'a') });
    await expect(fetchOne(long, 'shoes')).rejects.toMatchObject({ outcome: 'unreachable' });
  });
  it('is read again after others took its space in the cache', async () => {
    const replay = replayOf({ 'index.jsonl': ['a', 'b', 'c'].map(rowOf).join('\n'), ...pages('a', 'b', 'c') }, 3000);
    for (const word of ['a', 'b', 'c', 'a', 'b', 'c', 'c']) expect((await fetchOne(replay, word)).body).toBe(resultPage(word));
  });
});

const rowOf = (word: string): string => JSON.stringify({ file: `bing/${word}.html`, keyword: word });
const pages = (...words: string[]) => Object.fromEntries(words.map((word) => [`bing/${word}.html`, resultPage(word)]));

describe('the page for a request', () => {
  it('is missing for another engine, another keyword or another URL', async () => {
    await expect(fetchOne(replayOf({ 'google/a.html': 'a' }), 'shoes')).rejects.toMatchObject(MISSING);
    const named = replayOf({ 'index.jsonl': rowOf('shoes'), ...pages('shoes') });
    await expect(fetchOne(named, 'boots')).rejects.toMatchObject(MISSING);
    const captured = replayOf({ 'a.har': harOf([{ url: bingUrl('shoes'), text: resultPage('shoes') }]) });
    await expect(fetchOne(captured, 'boots')).rejects.toMatchObject(MISSING);
  });
  it('is the one with the keyword, before those without one', async () => {
    const replay = replayOf({ 'index.jsonl': rowOf('shoes'), ...pages('shoes', 'other') });
    expect((await fetchOne(replay, 'shoes')).body).toBe(resultPage('shoes'));
    expect((await fetchOne(replay, 'boots')).body).toBe(resultPage('other'));
  });
  it('is always the same for a request, and all pages are used', async () => {
    const words = ['a', 'b', 'c', 'd', 'e'];
    const replay = replayOf(pages(...words));
    const chosen = await Promise.all(Array.from({ length: 100 }, async (_, index) => (await fetchOne(replay, `word ${index}`)).body));
    const again = await Promise.all(Array.from({ length: 100 }, async (_, index) => (await fetchOne(replay, `word ${index}`)).body));
    expect(again).toEqual(chosen);
    expect(new Set(chosen)).toEqual(new Set(words.map((word) => resultPage(word))));
  });
  it('may be one of two pages with the same keyword', async () => {
    const rows = ['a', 'b'].map((file) => JSON.stringify({ file: `bing/${file}.html`, keyword: 'shoes' }));
    const replay = replayOf({ 'index.jsonl': rows.join('\n'), ...pages('a', 'b') });
    const languages = ['en', 'de', 'fr', 'es', 'it', 'pl', 'nl', 'sv', 'da', 'fi', 'cs', 'hu'];
    const bodies = await Promise.all(languages.map(async (language) => (await fetchOne(replay, 'shoes', { language })).body));
    expect(new Set(bodies)).toEqual(new Set([resultPage('a'), resultPage('b')]));
  });
  it('has the language, device and region of its SERP', async () => {
    const serps = [serpWith('shoes', ['en']), serpWith('shoes', ['de'], { language: 'de' }), serpWith('shoes', ['m'], { isMobile: true })];
    const replay = replayOf({ 'all.jsonl': serps.map((serp) => JSON.stringify(serp)).join('\n') });
    expect((await fetchOne(replay, 'shoes')).body).toBe('en');
    expect((await fetchOne(replay, 'shoes', { language: 'de' })).body).toBe('de');
    expect((await fetchOne(replay, 'shoes', { isMobile: true })).body).toBe('m');
    await expect(fetchOne(replay, 'shoes', { region: 'France' })).rejects.toMatchObject(MISSING);
  });
  it('may be captured with parameters of a browser, but not with another query, page or language', async () => {
    const browser = 'https://www.bing.com/search?form=QBLH&sp=-1&q=shoes&cvid=1F2E';
    const har = (url: string) => replayOf({ 'a.har': harOf([{ url, text: resultPage('shoes') }]) });
    expect((await fetchOne(har(browser), 'shoes')).body).toBe(resultPage('shoes'));
    expect((await fetchOne(har(`${browser}&first=1`), 'shoes')).body).toBe(resultPage('shoes'));
    expect((await fetchOne(har(`${browser}&setlang=en`), 'shoes')).body).toBe(resultPage('shoes'));
    for (const other of ['&first=11', '&setlang=de', '&format=rss'])
      await expect(fetchOne(har(`${browser}${other}`), 'shoes'), other).rejects.toMatchObject(MISSING);
  });
});

describe('further pages', () => {
  const results = (first: number): string[] => Array.from({ length: 10 }, (_, index) => `https://shop${first + index}.example/shoes`);
  const [one, two] = [resultPage('shoes', 1, 11), resultPage('shoes', 11)];
  it.each([
    ['numbered files', { 'bing/a.html': one, 'bing/a.2.html': two, 'bing/a.3.html': 'unused' }],
    ['a SERP', { 'a.json': JSON.stringify(serpWith('shoes', [one, two])) }],
    [
      'a HAR file',
      {
        'a.har': harOf([
          { url: bingUrl('shoes'), text: one },
          { url: bingUrl('shoes', 11), text: two },
        ]),
      },
    ],
    [
      'a browser',
      {
        'a.har': harOf([
          { url: 'https://www.bing.com/search?q=shoes&form=X', text: one },
          { url: 'https://www.bing.com/search?q=shoes&first=11&FORM=PERE', text: two },
        ]),
      },
    ],
  ])('come from %s', async (_, files) => {
    expect(await searchAll(replayOf(files), 'shoes')).toEqual([results(1), results(11)]);
  });
  it('follow the numbers of the engine, not the order of the requests', async () => {
    const replay = replayOf({ 'bing/a.html': '1', 'bing/a.2.html': '2', 'bing/a.3.html': '3' });
    const bodiesOf = async (starts: number[]) => {
      const fetch = replay.fetchFor(bing, fieldsOf('shoes'));
      const bodies: string[] = [];
      for (const first of starts) bodies.push((await fetch({ url: bingUrl('shoes', first) }, { attempt: 1 })).body);
      return bodies;
    };
    expect(await bodiesOf([1, 21, 9, 1, 17])).toEqual(['1', '3', '2', '1', '3']);
    expect(await bodiesOf([1, 5, 9])).toEqual(['1', '2', '3']);
    expect(await bodiesOf([1, 9, 19, 17])).toEqual(['1', '2', '3', '3']);
  });
  it('follow the order of the requests for engines without such numbers', async () => {
    const replay = replayOf({ 'youtube/a.html': '1', 'youtube/a.2.json': '2', 'youtube/a.3.json': '3' });
    const fetch = replay.fetchFor(engines.youtube!, fieldsOf('shoes'));
    const more = 'https://www.youtube.com/youtubei/v1/search';
    const requests = [
      { url: 'https://www.youtube.com/results?search_query=shoes' },
      { url: more, method: 'POST' as const, body: 'a' },
      { url: more, method: 'POST' as const, body: 'b' },
      { url: more, method: 'POST' as const, body: 'a' },
    ];
    const bodies = [];
    for (const request of requests) bodies.push((await fetch(request, { attempt: 1 })).body);
    expect(bodies).toEqual(['1', '2', '3', '2']);
  });
  it('that were not captured are unreachable', async () => {
    await expect(searchAll(replayOf({ 'bing/a.html': one }), 'shoes')).rejects.toMatchObject({ cause: MISSING });
  });
});
