// Checks the engine for any web page, on handwritten pages and in the sandbox.
import { describe, expect, it } from 'vitest';
import { spentMs } from '../../../../test/cpu-time.ts';
import type { Page } from '../../adapter.ts';
import { createDataset } from '../../sandbox/dataset.ts';
import { homepages } from '../../sandbox/homepages.ts';
import { magicIn } from '../../sandbox/magic.ts';
import type { SerpQuery } from '../../serp.ts';
import { universal, universalProblem } from './engine.ts';

const queryWith = (keyword: string, change: Partial<SerpQuery> = {}): SerpQuery => ({
  engine: 'universal',
  keyword,
  region: { canonicalName: 'United States', countryCode: 'US', type: 'Country', latitude: 39, longitude: -98 },
  language: 'en',
  isMobile: false,
  maxResults: 10,
  userAgent: null,
  urlParameters: [],
  cookieParameters: [],
  ...change,
});
const URL_REQUESTED = 'https://shop.example/a/page';
const pageOf = (body: string, change: Partial<Page> = {}): Page => {
  const request = universal.start(queryWith(URL_REQUESTED));
  return { request, url: request.url, status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body, ...change };
};
const read = (body: string, change: Partial<Page> = {}) => universal.parse(pageOf(body, change), queryWith(URL_REQUESTED)).found;
const markdownOf = (inner: string): string | null => read(`<title>T</title><body>${inner}</body>`).answers[0]!.markdown;
const outcomeOf = (body: string, change: Partial<Page> = {}): string => {
  try {
    read(body, change);
    return 'read';
  } catch (error) {
    return (error as { outcome: string }).outcome;
  }
};

describe('the keyword of universal', () => {
  it('must be an absolute URL', () => {
    for (const good of [
      'https://shop.example/',
      'http://shop.example:8080/a?b=c#d',
      'HTTPS://bücher.example',
      'https://user:word@shop.example/',
    ])
      expect(universalProblem(good), good).toBeNull();
    for (const bad of [
      '',
      'red shoes',
      'shop.example',
      '/path',
      'ftp://shop.example/',
      'javascript:alert(1)',
      'https://',
      'https:///',
      'http://a b/',
    ])
      expect(universalProblem(bad), bad).toMatch(/absolute/);
    expect(universalProblem(`https://shop.example/${'a'.repeat(2100)}`)).toMatch(/2048/);
  });

  it('is fetched unchanged, with the customer’s parameters, cookies and user agent', () => {
    const request = universal.start(
      queryWith('https://user:w%40rd@shop.example/a?b=%20c#part', {
        userAgent: 'Reader/1',
        cookieParameters: [{ name: 'k', value: 'v' }],
      }),
    );
    expect(request.url).toBe('https://shop.example/a?b=%20c');
    expect(request.headers).toMatchObject({
      'user-agent': 'Reader/1',
      cookie: 'k=v',
      authorization: `Basic ${Buffer.from('user:w@rd').toString('base64')}`,
    });
    expect(universal.start(queryWith('https://shop.example/?a=1', { urlParameters: [{ name: 'a', value: '2' }] })).url).toBe(
      'https://shop.example/?a=2',
    );
  });
});

describe('a web page', () => {
  it('has one answer with title, text and Markdown, and no results', () => {
    const found = read('<html><head><title> Green  tea </title></head><body><h1>Tea</h1><p>Is <b>good</b>.</p></body></html>');
    expect(found.answers).toEqual([
      expect.objectContaining({
        position: 1,
        type: 'page',
        title: 'Green tea',
        text: 'Tea\n\nIs good.',
        markdown: '# Tea\n\nIs **good**.',
        url: URL_REQUESTED,
        domain: 'shop.example',
      }),
    ]);
    expect([found.organic, found.empty]).toEqual([[], false]);
  });

  it('keeps its links, complete and without scripts', () => {
    expect(markdownOf('<p>See <a href="../b?x=(1)">the <i>other</i> page</a>, <a href="javascript:x()">this</a>.</p>')).toBe(
      'See [the *other* page](https://shop.example/b?x=%281%29), this.',
    );
    expect(read('<base href="https://cdn.example/x/"><a href="y">z</a>').answers[0]!.markdown).toBe('[z](https://cdn.example/x/y)');
  });

  it('keeps nested lists', () => {
    expect(markdownOf('<ul><li>one<ol start="3"><li>a</li><li>b</li></ol></li><li><p>two</p><p>more</p></li></ul>')).toBe(
      '- one\n  3. a\n  4. b\n- two\n  more',
    );
  });

  it('keeps data tables and flattens layout tables', () => {
    expect(markdownOf('<table><tr><th>Tea</th><th>Price</th></tr><tr><td>Green</td><td>1|2</td></tr></table>')).toBe(
      '| Tea | Price |\n| --- | --- |\n| Green | 1\\|2 |',
    );
    expect(markdownOf('<table><tr><td><h2>Left</h2><p>a</p></td><td>b</td></tr></table>')).toBe('## Left\n\na\n\nb');
  });

  it('keeps code, quotes and lines', () => {
    expect(markdownOf('<pre><code class="language-js">if (a) {\n  b();\n}\n</code></pre>')).toBe('```js\nif (a) {\n  b();\n}\n```');
    expect(markdownOf('<p>Use <code>a_b</code>.</p><blockquote><p>x</p><p>y</p></blockquote><hr><p>1<br>2</p>')).toBe(
      'Use `a_b`.\n\n> x\n>\n> y\n\n---\n\n1\n2',
    );
  });

  it('leaves out hidden text and escapes Markdown characters', () => {
    expect(
      markdownOf(
        '<script>x</script><style>y</style><p hidden>a</p><p style="color:red; display:none">b</p><svg><text>c</text></svg><p># 5 *stars* [1]</p>',
      ),
    ).toBe('\\# 5 \\*stars\\* \\[1\\]');
  });

  it('is parsed with blocks inside links', () => {
    expect(markdownOf('<a href="/x"><div><h3>Title</h3><p>text</p></div></a>tail')).toBe('### Title\n\ntext\n\ntail');
  });

  it('may be plain text or JSON, but not a picture', () => {
    expect(read('a\nb', { headers: { 'content-type': 'text/plain' } }).answers[0]).toMatchObject({
      title: null,
      text: 'a\nb',
      markdown: 'a\nb',
    });
    expect(read('{"a":1}', { headers: { 'content-type': 'application/ld+json' } }).answers[0]!.text).toBe('{"a":1}');
    expect(outcomeOf('\ufffdPNG', { headers: { 'content-type': 'image/png' } })).toBe('unparsed');
    expect(outcomeOf('%PDF-1.7\n\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd', { headers: {} })).toBe('unparsed');
    expect(outcomeOf('')).toBe('unparsed');
  });

  it('may be a block page', () => {
    for (const status of [401, 403, 429]) expect(outcomeOf('<h1>No</h1>', { status })).toBe('blocked');
    expect(outcomeOf('<p>x</p>', { headers: { 'content-type': 'text/html', 'cf-mitigated': 'challenge' } })).toBe('blocked');
    expect(outcomeOf('<title>Just a moment...</title><div id="challenge-running"></div>')).toBe('blocked');
    expect(outcomeOf('<title>shop.example</title><script src="https://geo.captcha-delivery.com/captcha/x.js"></script>')).toBe('blocked');
    expect(outcomeOf(`<title>Contact</title><p>${'Write to us. '.repeat(200)}</p><div class="g-recaptcha"></div>`)).toBe('read');
  });

  it('that does not exist is an error', () => {
    expect(outcomeOf('<h1>Not found</h1>', { status: 404 })).toBe('unparsed');
    expect(outcomeOf('', { status: 502 })).toBe('unreachable');
  });
});

describe('a hostile page', () => {
  const timed = (body: string): number => {
    const began = spentMs();
    const { markdown, text } = read(body).answers[0]!;
    expect((markdown ?? '').length).toBeLessThanOrEqual(1_000_000);
    expect((text ?? '').length).toBeLessThanOrEqual(1_000_000);
    return spentMs() - began;
  };
  it.each([
    ['deep quotes', '<blockquote>'.repeat(5000) + 'x\n'.repeat(1000)],
    ['deep lists', '<ul><li>x'.repeat(5000)],
    ['deep emphasis', '<b><i>'.repeat(5000) + 'x'.repeat(50_000)],
    ['many paragraphs', '<p>x</p>'.repeat(30_000)],
    ['many paragraphs in deep elements', '<div>'.repeat(500) + '<p>x</p>'.repeat(250_000)],
    ['many paragraphs in deep terms', '<dt><section>'.repeat(250) + '<p>x</p>'.repeat(250_000)],
    ['white space in code', `<pre>${' '.repeat(300_000)}x${'\n'.repeat(300_000)}y</pre>`],
    ['a long base', `<base href="https://a.example/${'a'.repeat(1900)}/">${'<a href=b>c</a>'.repeat(15_000)}`],
    ['nested tables', '<table><tr><td>a<td>b'.repeat(3000)],
    ['signs', '[](*_`<'.repeat(30_000)],
  ])('of %s is parsed in time', (_, body) => {
    expect(timed(`<title>T</title>${body}`)).toBeLessThan(10_000);
  });
});

describe('universal in the sandbox', () => {
  it.each(['https://shop.example/', 'https://shop.example/any/path?q=1', 'http://www.lantern.example/x'])('parses %s', (address) => {
    const request = universal.start(queryWith(address));
    const sandboxRequest = { method: 'GET', url: new URL(request.url), headers: request.headers ?? {}, body: '' };
    expect(homepages.serves(sandboxRequest.url)).toBe(true);
    const { status, headers = {}, body } = homepages.results(sandboxRequest, createDataset('homepages', address, '2026-11-15'));
    const { found } = universal.parse({ request, url: request.url, status, headers, body }, queryWith(address));
    expect(found.answers[0]).toMatchObject({
      type: 'page',
      title: expect.stringContaining('navigators'),
      text: expect.stringContaining('Welcome to'),
    });
    expect(found.answers[0]!.markdown).toMatch(/^# Welcome to /m);
    const blockPage = homepages.blockPage(sandboxRequest, createDataset('homepages', address, '2026-11-15'));
    expect(outcomeOf(blockPage.body, { status: blockPage.status })).toBe('blocked');
  });

  it('supports magic keywords in the URL', () => {
    const request = universal.start(queryWith('https://shop.example/?q=test:faulty&r=a%20test%3Aslow%3A2'));
    const words = homepages.keywordOf({ method: 'GET', url: new URL(request.url), headers: {}, body: '' });
    expect(magicIn(words)).toMatchObject({ faulty: true, slowSeconds: 2 });
  });
});
