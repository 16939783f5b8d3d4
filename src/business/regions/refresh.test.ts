// Google's list of geographic targets, from a test server with Google's page and files.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createHttpClient } from '../../platform/http.ts';
import { ListProblem } from '../../platform/list-download.ts';
import { loadRegions } from './load.ts';
import { refreshGeotargets } from './refresh.ts';

const LIST = fileURLToPath(new URL('../../../data/regions.bin.br', import.meta.url));
const rows = (count: number): string =>
  Array.from({ length: count }, (_, n) => `"${8_000_000 + n}","Row ${n}","Row ${n},Nowhere","1","ZZ","City",Active`).join('\n');
const csvOf = (extra: string): string =>
  `Criteria ID,Name,Canonical Name,Parent ID,Country Code,Target Type,Status
"1004234","Munich","Munich,Bavaria,Germany","20228","DE","City",Active
"20228","Bavaria","Bavaria,Germany","2276","DE","State",Active
"2276","Germany","Germany","","DE","Country",Active
"9070001","Rhein-Ruhr","Rhein-Ruhr,Germany","2276","DE","City Region",Active
"9070002","Munich","Munich,Bavaria,Germany","20228","DE","City Region",Active
"9070003","London TV","London TV,United Kingdom","2826","GB","TV Region",Active
"2826","United Kingdom","United Kingdom","","GB","Country",Active
${extra}
`;
const csv = csvOf(rows(20));

/** An archive with one deflated file, like the published one. */
function zipOf(name: string, content: string): Buffer {
  const compressed = deflateRawSync(content);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(8, 4);
  common.writeUInt32LE(compressed.length, 14);
  common.writeUInt32LE(Buffer.byteLength(content), 18);
  common.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), compressed]);
  const entry = Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), common, Buffer.alloc(14), Buffer.from(name)]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(entry.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, entry, Buffer.from('PK\x05\x06'), end]);
}

const PAGE = `<!doctype html><html><body><h2>Download CSV of geo targets</h2>
<p><a href="/static/google-ads/api/data/geo/geotargets-2026-07-16.csv.zip">Previous zipped CSV (2026-07-16)</a></p>
<p><a href="/static/google-ads/api/data/geo/geotargets-2026-08-12.csv.zip">Latest zipped CSV (2026-08-12)</a></p></body></html>`;
const NEWEST = '/static/google-ads/api/data/geo/geotargets-2026-08-12.csv.zip';
const archive = zipOf('third_party/devsite/en/google-ads/api/data/geo/geotargets-2026-08-12.csv', csv);

let handlers: Record<string, (response: ServerResponse) => void> = {};
const server = createServer((request, response) => (handlers[request.url ?? ''] ?? ((missing) => missing.writeHead(404).end()))(response));
const client = createHttpClient({ policy: { allowLoopback: true, allowNetworks: [] }, connectionsPerHost: 2, connectMsMax: 2000 });
let [folder, base] = ['', ''];
const refresh = (at = '/google-ads/api/data/geotargets') => refreshGeotargets(client, `${base}${at}`, folder, { rowsMin: 10 });

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await client.close();
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  folder = mkdtempSync(path.join(tmpdir(), 'geotargets-'));
  handlers = {
    '/google-ads/api/data/geotargets': (response) => response.setHeader('content-type', 'text/html').end(PAGE),
    [NEWEST]: (response) => response.end(archive),
  };
});

describe('the published list', () => {
  it('is found by its newest link on the page, and its criteria ids resolve', async () => {
    const refreshed = await refresh();
    expect(refreshed).toMatchObject({ rows: 27, url: `${base}${NEWEST}`, publishedAt: '2026-08-12' });
    const regions = loadRegions(LIST, folder);
    expect(regions.hasCriteriaIds).toBe(true);
    expect(regions.resolve(1004234)?.canonicalName).toBe('Munich,Bavaria,Germany');
    expect(readdirSync(folder).sort()).toEqual(['geotargets.csv', 'geotargets.tsv.gz']);
    expect(readFileSync(path.join(folder, 'geotargets.csv'), 'utf8')).toBe(csv);
  });
  it('adds regions of the types that no open list has', async () => {
    const shipped = loadRegions();
    expect(['city region', 'dma region', 'tv region'].map((type) => shipped.countOf(type as 'city region'))).toEqual([0, 0, 0]);
    await refresh();
    const regions = loadRegions(LIST, folder);
    expect(regions.resolve(9070001)).toMatchObject({ name: 'Rhein-Ruhr', type: 'city region', countryCode: 'DE' });
    expect(regions.resolve(9070003)).toMatchObject({ type: 'tv region', countryCode: 'GB' });
    expect(regions.countOf('dma region')).toBe(0);
    // It has the name of the town, so it means the town.
    expect(regions.resolve(9070002)?.canonicalName).toBe('Munich,Bavaria,Germany');
  });
  it.each([
    ['CSV', () => Buffer.from(csv)],
    ['gzip', () => gzipSync(csv)],
    ['ZIP', () => archive],
  ])('may be the URL itself, as %s', async (_form, bytes) => {
    handlers['/list'] = (response) => response.end(bytes());
    expect(await refresh('/list')).toMatchObject({ rows: 27, publishedAt: null });
  });
  it('is fetched after a redirect', async () => {
    handlers['/moved'] = (response) => response.writeHead(301, { location: NEWEST }).end();
    expect(await refresh('/moved')).toMatchObject({ rows: 27, publishedAt: '2026-08-12' });
  });
});

describe('a list that cannot be used', () => {
  it.each<[string, (response: ServerResponse) => void, string]>([
    ['it returns an error', (response) => response.writeHead(503).end(), 'status 503'],
    ['it redirects forever', (response) => response.writeHead(302, { location: NEWEST }).end(), 'redirects too often'],
    ['the archive is cut off', (response) => response.end(archive.subarray(0, archive.length / 2)), 'no directory'],
    ['the archive holds no CSV', (response) => response.end(zipOf('readme.txt', csv)), 'no file that ends with .csv'],
    ['it is another list', (response) => response.end(`a,b\n${'1,2\n'.repeat(20)}`), 'no column Criteria ID'],
    ['it is nearly empty', (response) => response.end(csv.split('\n').slice(0, 4).join('\n')), 'at least 10'],
    ['it leads to a page without links', (response) => response.end('<html>moved</html>'), 'is a page and not a list'],
  ])('because %s leaves the previous one in use', async (_why, answer, message) => {
    await refresh();
    const before = readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'latin1'));
    handlers[NEWEST] = answer;
    const failed = refresh();
    await expect(failed).rejects.toBeInstanceOf(ListProblem);
    await expect(failed).rejects.toThrow(new RegExp(message));
    expect(readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'latin1'))).toEqual(before);
    expect(existsSync(path.join(folder, 'geotargets.csv.new'))).toBe(false);
  });
  it('names the setting to change when the page has no link to a list', async () => {
    handlers['/google-ads/api/data/geotargets'] = (response) => response.end('<!doctype html><html>Nothing here</html>');
    await expect(refresh()).rejects.toThrow('Set GEOTARGETS_URL');
  });
});
