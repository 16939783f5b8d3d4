import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { bingUrl, compressedWarc, harOf, httpResponse, resultPage, serpWith, warcRecord, writeFolder } from '../../../../test/captures.ts';
import { ENGINES, type EngineName } from '../../../contract/vocabulary.ts';
import { ReplayProblem, readRange } from './capture.ts';
import { describeIndex, indexFolder, type ReplayIndex } from './index-folder.ts';
import { urlKey } from './url-key.ts';

const isEngine = (name: string): name is EngineName => name !== 'chatgpt' && (ENGINES as readonly string[]).includes(name);
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function indexOf(files: Readonly<Record<string, string | Buffer>>): ReplayIndex {
  const folder = writeFolder(files);
  folders.push(folder);
  return indexFolder(folder, isEngine);
}
function problemOf(files: Readonly<Record<string, string | Buffer>>): string {
  try {
    indexOf(files);
  } catch (error) {
    return (error as Error).message.replace(folders.at(-1)!, 'DIR');
  }
  return 'none';
}
function responseAt(index: ReplayIndex, url: string, method = 'GET', body?: string) {
  const page = index.exchanges.get(urlKey(method, url, body))!;
  return page.read(readRange(page.file, page.offset, page.length));
}

const A = 'https://www.bing.com/search?q=shoes&first=1';
const B = 'https://www.bing.com/search?q=boots&first=1';

describe('WARC files', () => {
  const records = [
    warcRecord('urn:info', Buffer.from('software: by hand\r\n'), 'warcinfo'),
    warcRecord(A, httpResponse(resultPage('shoes'))),
    warcRecord(A, Buffer.from('GET /search HTTP/1.1\r\n\r\n'), 'request'),
    warcRecord('https://www.bing.com/logo.png', httpResponse('PNG', ['Content-Type: image/png'])),
    warcRecord(`<${B}>`, httpResponse(resultPage('boots'), ['content-type: text/html', 'X-One: 1', 'X-One: 2'])),
  ];
  it.each([
    ['plain', { 'a.warc': Buffer.concat(records) }],
    ['compressed', { 'a.warc.gz': compressedWarc(records) }],
    ['without the last line ends', { 'a.warc': Buffer.concat(records).subarray(0, -4) }],
  ])('%s have their pages and not their images', (_, files) => {
    const index = indexOf(files);
    expect(index.exchanges.size).toBe(2);
    expect(responseAt(index, A)).toMatchObject({ status: 200, headers: { 'content-type': 'text/html' }, compression: undefined });
    expect(responseAt(index, A).bytes.toString()).toBe(resultPage('shoes'));
    expect(responseAt(index, B).headers['x-one']).toBe('1, 2');
    expect(responseAt(index, B).bytes.toString()).toBe(resultPage('boots'));
  });
  it('may have a record that is larger than the first part read, and further ones after it', () => {
    const noise = Buffer.from(Array.from({ length: 3_000_000 }, (_, index) => (index * 7919 + ((index * index) >> 5)) & 255));
    const big = httpResponse(Buffer.concat([Buffer.from('<html>'), noise]));
    const index = indexOf({ 'a.warc.gz': compressedWarc([warcRecord(A, big), warcRecord(B, httpResponse(resultPage('boots')))]) });
    expect(responseAt(index, A).bytes.length).toBe(noise.length + 6);
    expect(responseAt(index, B).bytes.toString()).toBe(resultPage('boots'));
  });
  it('may have bodies in chunks, or bodies whose chunks were joined', () => {
    const chunked = ['Content-Type: text/html', 'Transfer-Encoding: chunked'];
    const index = indexOf({
      'a.warc': Buffer.concat([
        warcRecord(A, httpResponse('5\r\nHello\r\n7;x=1\r\n, world\r\n0\r\n\r\n', chunked)),
        warcRecord(B, httpResponse('<p>Hello</p>', chunked)),
      ]),
    });
    expect(responseAt(index, A).bytes.toString()).toBe('Hello, world');
    expect(responseAt(index, B).bytes.toString()).toBe('<p>Hello</p>');
  });
  it('that are damaged are rejected with the number of the record', () => {
    const whole = Buffer.concat(records);
    const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = records;
    const at = `DIR/a.warc, record 2 at byte ${first.length}`;
    expect(problemOf({ 'a.warc': whole.subarray(0, first.length + 300) })).toBe(`${at}: the file ends within the record.`);
    expect(problemOf({ 'a.warc': Buffer.concat([first, Buffer.from('garbage')]) })).toBe(`${at}: this is not a WARC record.`);
    const strange = warcRecord(A, httpResponse('x', ['Content-Type: text/html', 'Content-Encoding: zstd']));
    expect(problemOf({ 'a.warc': Buffer.concat([first, strange]) })).toBe(`${at}: the content encoding zstd is not supported.`);
    const huge = Buffer.from(second.toString('latin1').replace(/Content-Length: \d+/, 'Content-Length: 999999999'), 'latin1');
    expect(problemOf({ 'a.warc': Buffer.concat([first, huge]) })).toBe(`${at}: the record is larger than 64 MB.`);
    expect(problemOf({ 'a.warc.gz': compressedWarc([whole]) })).toContain('several records are compressed together');
    expect(problemOf({ 'a.warc.gz': compressedWarc(records).subarray(0, -30) })).toMatch(/record 5 at byte \d+: unexpected end of file/);
  });
});

describe('HAR files', () => {
  it('have their pages, with bodies as text or base64', () => {
    const index = indexOf({
      'a.har': harOf([
        { url: A, text: 'größe', headers: { 'Content-Type': 'text/html; charset=iso-8859-1', 'Content-Encoding': 'gzip' } },
        { url: B, text: Buffer.from('gr\u00f6\u00dfe', 'latin1').toString('base64'), encoding: 'base64' },
        { url: 'https://www.bing.com/style.css', text: 'a{}', headers: { 'Content-Type': 'text/css' } },
        { url: 'https://www.bing.com/lost', status: 200 },
      ]),
    });
    expect(index.exchanges.size).toBe(2);
    // The text is decoded and decompressed already, whatever the headers say.
    expect(responseAt(index, A)).toMatchObject({ headers: { 'content-type': 'text/html; charset=utf-8' }, compression: undefined });
    expect(responseAt(index, A).headers).not.toHaveProperty('content-encoding');
    expect(responseAt(index, A).bytes.toString()).toBe('größe');
    expect(responseAt(index, B).bytes.toString('latin1')).toBe('größe');
  });
  it('find a POST by its body', () => {
    const url = 'https://www.youtube.com/youtubei/v1/search';
    const headers = { 'Content-Type': 'application/json' };
    const index = indexOf({
      'a.har': harOf([
        { url, method: 'POST', body: '{"page":2}', text: '{"n":2}', headers },
        { url, method: 'POST', body: '{"page":3}', text: '{"n":3}', headers },
      ]),
    });
    expect(responseAt(index, url, 'POST', '{"page":2}').bytes.toString()).toBe('{"n":2}');
    expect(responseAt(index, url, 'POST', '{"page":3}').bytes.toString()).toBe('{"n":3}');
  });
  it('that are damaged are rejected with the number of the entry', () => {
    expect(problemOf({ 'a.har': '{"log":{}}' })).toBe('DIR/a.har is not a HAR file: entries is missing.');
    expect(problemOf({ 'a.har': '[]' })).toContain('is not a HAR file');
    expect(problemOf({ 'a.har': harOf([{ url: A, text: 'x' }]).slice(0, -20) })).toContain('is not a HAR file');
    expect(
      problemOf({
        'a.har': harOf([
          { url: A, text: 'x' },
          { url: 'nowhere', text: 'x' },
        ]),
      }),
    ).toBe('DIR/a.har, entry 2: the URL is not valid.');
    expect(problemOf({ 'a.har': '{"log":{"entries":[{"request":{"url":"https://a.example/"}}]}}' })).toBe(
      'DIR/a.har, entry 1: fields of the request or the response are missing.',
    );
  });
});

describe('folders of pages', () => {
  it('have one search for each name, with its further pages in order', () => {
    const index = indexOf({
      'bing/b.html': 'b',
      'bing/a.html': 'a1',
      'bing/a.2.html': 'a2',
      'pages/youtube/x.json': '{}',
      'bing/notes.txt': '-',
    });
    const pages = index.searches.get('bing')!.map((search) => search.pages.map(({ file }) => file.split('/').at(-1)));
    expect(pages).toEqual([['a.html', 'a.2.html'], ['b.html']]);
    expect(describeIndex(index)).toBe('3 pages for bing, 1 for youtube');
  });
  it('get their keywords from the index, also for compressed files', () => {
    const index = indexOf({
      'index.jsonl': '{"file":"bing/a.html","keyword":"shoes","language":"en"}\n\n{"file":"whois/x.txt","query":"x"}\n',
      'bing/a.html.gz': 'a',
      'bing/b.html': 'b',
      'whois/x.txt': 'x',
      'chatgpt/x.json': '{}',
    });
    expect([...index.searches.keys()].sort()).toEqual(['bing', 'bing shoes']);
    expect(index.searches.get('bing shoes')![0]!.known).toEqual({ keyword: 'shoes', language: 'en' });
    expect(describeIndex(index)).toBe('2 pages for bing; ignored: chatgpt, whois');
  });
  it('that are wrong are rejected', () => {
    expect(problemOf({ 'bing/a.html': 'a', 'bing/a.3.html': 'a' })).toBe('DIR/bing/a: page 2 is missing.');
    expect(problemOf({ 'bing/a.html': 'a', 'bing/a.html.gz': 'a' })).toBe('DIR/bing/a.html.gz: another file has the same page.');
    expect(problemOf({ 'bing/a.html': 'a', 'index.jsonl': '{"file":"bing/b.html"}' })).toBe(
      'DIR/index.jsonl, line 1: there is no file bing/b.html.',
    );
    expect(problemOf({ 'bing/a.html': 'a', 'index.jsonl': 'a' })).toBe('DIR/index.jsonl, line 1 is not JSON.');
    expect(problemOf({ 'bing/a.html': 'a', 'index.jsonl': '{}' })).toBe('DIR/index.jsonl, line 1 has no file.');
    expect(problemOf({ 'readme.txt': 'a' })).toBe('DIR has no captured pages.');
  });
});

describe('SERPs with raw pages', () => {
  it('are one per file or one per line', () => {
    const index = indexOf({
      'one.json': JSON.stringify(serpWith('shoes', ['<p>1</p>', '{"page":2}'])),
      'many.jsonl': `${JSON.stringify(serpWith('boots', ['ö']))}\n${JSON.stringify(serpWith('hats', ['h'], { language: 'de' }))}\n`,
    });
    const read = (key: string, page: number) => {
      const { file, offset, length, read } = index.searches.get(key)![0]!.pages[page]!;
      return read(readRange(file, offset, length));
    };
    expect(read('bing shoes', 0)).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(read('bing shoes', 1)).toMatchObject({ headers: { 'content-type': 'application/json; charset=utf-8' } });
    expect(read('bing boots', 0).bytes.toString()).toBe('ö');
    expect(read('bing hats', 0).bytes.toString()).toBe('h');
    expect(index.searches.get('bing hats')![0]!.known).toEqual({
      keyword: 'hats',
      language: 'de',
      isMobile: false,
      region: 'United States',
    });
  });
  it('are ignored when the file has something else', () => {
    const other = { 'package.json': '{"name":"package"}', 'labels.jsonl': '{"id":1}\n{"id":2}', 'null.json': 'null' };
    expect(describeIndex(indexOf({ 'bing/a.html': 'a', ...other }))).toBe(
      '1 page for bing; ignored: labels.jsonl, null.json, package.json',
    );
  });
  it('without raw pages, or of another form, are rejected', () => {
    expect(problemOf({ 'a.json': JSON.stringify(serpWith('a', [])) })).toBe(
      'DIR/a.json has no raw pages: create the SERP with saveRawData.',
    );
    expect(problemOf({ 'a.ndjson': `${JSON.stringify(serpWith('a', ['a']))}\n\n{}` })).toBe(
      'DIR/a.ndjson, line 3 is not a SERP as the API returns it.',
    );
    expect(problemOf({ 'a.ndjson': `${JSON.stringify(serpWith('a', ['a']))}\n{` })).toBe('DIR/a.ndjson, line 2 is not JSON.');
  });
});

describe('a file that was cut anywhere', () => {
  const small = [warcRecord(A, httpResponse('<p>shoes</p>')), warcRecord(B, httpResponse('<p>boots</p>'))];
  it.each([
    ['a.warc', Buffer.concat(small)],
    ['a.warc.gz', compressedWarc(small)],
    ['a.har', Buffer.from(harOf([{ url: A, text: 'ä' }]))],
    ['a.jsonl', Buffer.from(JSON.stringify(serpWith('ä', ['a', 'b'])))],
  ])('is rejected as a problem of its own, or has whole pages: %s', (name, whole) => {
    const folder = writeFolder({});
    folders.push(folder);
    let rejected = 0;
    for (let size = 0; size < whole.length; size += 3) {
      writeFileSync(path.join(folder, name), whole.subarray(0, size));
      try {
        expect(describeIndex(indexFolder(folder, isEngine))).toMatch(/^[12] page/);
      } catch (error) {
        if (!(error instanceof ReplayProblem)) throw error;
        rejected++;
      }
    }
    expect(rejected).toBeGreaterThan(50);
  });
});

describe('the key of a URL', () => {
  it('ignores scheme, fragment, order and encoding, and nothing else', () => {
    const key = urlKey('GET', bingUrl('red%20shoes'));
    expect(urlKey('GET', 'http://WWW.bing.com/search?first=1&cc=US&setlang=en&mkt=en-US&q=red+shoes#top')).toBe(key);
    for (const other of [bingUrl('red%20boots'), bingUrl('red%20shoes', 11), bingUrl('red%20shoes').replace('/search', '/images')])
      expect(urlKey('GET', other)).not.toBe(key);
    expect(urlKey('POST', bingUrl('red%20shoes'))).not.toBe(key);
  });
});
