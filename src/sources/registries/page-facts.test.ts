// Facts of pages, fetched from a local server by the ordinary HTTP client.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpClient } from '../../platform/http.ts';
import type { Page } from '../adapter.ts';
import { PAGE_BYTES_MAX } from '../transport/fetch.ts';
import { createHttpFetch } from '../transport/http.ts';
import { pageFacts } from './page-facts.ts';

const WHOLE = `<!doctype html><html lang="en-GB"><head><title>Charts &amp;
 compasses</title><meta name="Description" content="Sea charts since 1960."><meta name="ROBOTS" content="noindex, follow">
<link rel="canonical" href="/charts"><link rel="alternate" hreflang="de" href="/de/"><link rel="alternate" hreflang="x-default" href="https://other.example/">
<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"Organization"},{"@type":["Product","Thing"]}]}</script>
<script>var words = "not counted at all";</script><style>p { color: red }</style></head><body>
<h1>Charts <b>for</b> all</h1><h2>News</h2><h2>Old<br>news</h2><h3></h3>
<p>caf&eacute; bo<b>ld</b> 海図 don’t</p><noscript>hidden words</noscript>
<svg><title>an icon</title></svg>
<div itemscope itemtype="https://schema.org/Recipe"></div>
<a href="/a">in</a> <a href="https://other.example/">out</a> <a href="#top">here</a> <a href="mailto:a@b.example">mail</a> <a href="http://[">broken</a>
<img src="a.png"><img src="b.png" alt=""><img src="c.png" alt="A chart"></body></html>`;

const ROUTES: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
  '/whole': (response) => response.writeHead(200, { 'content-type': 'text/html', 'x-robots-tag': 'noarchive' }).end(WHOLE),
  '/one': (response) => response.writeHead(301, { location: '/two' }).end(),
  '/two': (response) => response.writeHead(302, { location: 'three?x=1' }).end(),
  '/three?x=1': (response) => response.writeHead(308, { location: '/whole' }).end(),
  '/circle': (response) => response.writeHead(302, { location: '/circle' }).end(),
  '/nowhere': (response) => response.writeHead(302, { location: 'http://[' }).end(),
  '/missing': (response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<title>Not here</title>'),
  '/closed': (response) => response.writeHead(403).end(),
  '/picture': (response) => response.writeHead(200, { 'content-type': 'image/png' }).end('x'),
  '/empty': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(),
  '/japanese': (response) =>
    response
      .writeHead(200, { 'content-type': 'text/html; charset=Shift_JIS' })
      .end(Buffer.concat([Buffer.from('<title>'), Buffer.from([0x8a, 0x43, 0x90, 0x7d]), Buffer.from('</title>')])),
  '/marked': (response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(Buffer.from('\ufeff<title>Wörter</title>', 'utf16le')),
  '/western': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(Buffer.from('<title>Wörter</title>', 'latin1')),
  '/lying': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<meta charset="utf-16"><title>Wörter</title>'),
  '/unknown': (response) => response.writeHead(200, { 'content-type': 'text/html; charset=klingon' }).end('<title>Wörter</title>'),
  '/huge': (response) =>
    response
      .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
      .end(gzipSync(`<title>Huge</title>${'<p>word</p>'.repeat(700_000)}`)),
  '/deep': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>Deep</title>${'<b>x '.repeat(900_000)}`),
  '/crossed': (response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>Crossed</title>${'<b>'.repeat(700_000)}${'</i>'.repeat(600_000)}`),
};

// While a page is parsed, the event loop cannot notice that the server closed an idle connection. So the server does
// not.
const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const respond = ROUTES[request.url ?? ''];
  if (respond) respond(response);
  else response.writeHead(404).end();
});
const client = createHttpClient({ policy: { allowLoopback: true, allowNetworks: [] }, connectionsPerHost: 4, connectMsMax: 2000 });
const fetch = createHttpFetch(client);
let base = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await client.close();
  server.closeAllConnections();
  server.close();
});

const pageAt = (path: string): Promise<Page> => fetch(pageFacts.start({ url: base + path }), { attempt: 1, tooLong: 'cut' });
const factsAt = async (path: string) => pageFacts.parse(await pageAt(path), { url: base + path }).found;

describe('a page', () => {
  it('is measured in every fact', async () => {
    const { text, timing, ...facts } = await factsAt('/whole');
    expect(facts).toEqual({
      url: `${base}/whole`,
      finalUrl: `${base}/whole`,
      status: 200,
      redirects: [],
      bytes: Buffer.byteLength(WHOLE),
      complete: true,
      robotsHeader: 'noarchive',
      title: 'Charts & compasses',
      description: 'Sea charts since 1960.',
      canonical: `${base}/charts`,
      robots: 'noindex, follow',
      language: 'en-GB',
      headings: { h1: ['Charts for all'], h2: ['News', 'Old news'], h3: [''] },
      words: 16,
      internalLinks: 1,
      externalLinks: 1,
      images: 3,
      imagesWithoutAlt: 1,
      structuredData: { jsonLd: 1, microdata: 1, types: ['Organization', 'Product', 'Thing', 'Recipe'] },
      hreflang: [
        { language: 'de', url: `${base}/de/` },
        { language: 'x-default', url: 'https://other.example/' },
      ],
    });
    expect(text).toBe('Charts for all News Old news café bold 海図 don’t in out here mail broken');
    expect(timing!.firstByteMs).toBeLessThanOrEqual(timing!.totalMs);
  });

  it('behind redirects has each of them, and the final page', async () => {
    const facts = await factsAt('/one');
    expect(facts.redirects).toEqual([
      { url: `${base}/one`, status: 301, location: `${base}/two` },
      { url: `${base}/two`, status: 302, location: `${base}/three?x=1` },
      { url: `${base}/three?x=1`, status: 308, location: `${base}/whole` },
    ]);
    expect([facts.url, facts.finalUrl, facts.status, facts.title]).toEqual([`${base}/one`, `${base}/whole`, 200, 'Charts & compasses']);
  });

  it('that redirects endlessly or nowhere is unreachable', async () => {
    await expect(pageAt('/circle')).rejects.toMatchObject({ outcome: 'unreachable', message: 'too many redirects' });
    await expect(pageAt('/nowhere')).rejects.toMatchObject({ outcome: 'unreachable' });
  });

  it('that is missing or empty is measured, and one that is forbidden or not a page is not', async () => {
    expect(await factsAt('/missing')).toMatchObject({ status: 404, title: 'Not here' });
    expect(await factsAt('/empty')).toMatchObject({ status: 200, title: null, words: 0, bytes: 0 });
    await expect(factsAt('/closed')).rejects.toMatchObject({ outcome: 'blocked' });
    await expect(factsAt('/picture')).rejects.toMatchObject({ outcome: 'unparsed' });
  });

  it.each([
    ['/japanese', '海図'],
    ['/marked', 'Wörter'],
    ['/western', 'Wörter'],
    ['/lying', 'Wörter'],
    ['/unknown', 'Wörter'],
  ])('in another encoding is decoded correctly: %s', async (path, title) => {
    expect((await factsAt(path)).title).toBe(title);
  });

  it('that is huge is cut and marked as incomplete', async () => {
    const facts = await factsAt('/huge');
    expect(facts).toMatchObject({ title: 'Huge', bytes: PAGE_BYTES_MAX, complete: false });
    expect(facts.words).toBeGreaterThan(400_000);
    expect(facts.text.length).toBeLessThanOrEqual(6000);
  });

  it.each(['/deep', '/crossed'])('that is built to make parsers slow is parsed in time: %s', async (path) => {
    const facts = await factsAt(path);
    expect(facts.title).toBe(path === '/deep' ? 'Deep' : 'Crossed');
    if (path === '/deep') expect(facts.words).toBeGreaterThan(890_000);
  });
});
