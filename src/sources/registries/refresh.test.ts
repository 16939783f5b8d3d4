// The table of RDAP servers, fetched from a local server with good, bad and missing responses.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createHttpClient } from '../../platform/http.ts';
import { ListProblem } from '../../platform/list-download.ts';
import { createFreshBootstrap, loadBootstrap } from './bootstrap.ts';
import { refreshBootstrap } from './refresh.ts';

const shipped = loadBootstrap();
const names = Array.from({ length: shipped.size }, (_, index) => `tld${index}`);
const tableOf = (tlds: readonly string[]): string =>
  JSON.stringify({ version: '1.0', publication: '2027-01-02T03:04:05Z', services: [[[...tlds, 'com'], ['https://rdap.new.example/']]] });
const good = tableOf(names);

let respond: (response: ServerResponse) => void = () => {};
const server = createServer((_request, response) => respond(response));
const client = createHttpClient({ policy: { allowLoopback: true, allowNetworks: [] }, connectionsPerHost: 2, connectMsMax: 2000 });
let [folder, file, url] = ['', '', ''];

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/dns.json`;
});
afterAll(async () => {
  await client.close();
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  folder = mkdtempSync(path.join(tmpdir(), 'bootstrap-'));
  file = path.join(folder, 'data', 'rdap-bootstrap.json');
});

describe('a complete table', () => {
  it('is stored, and a running service uses it', async () => {
    let now = 1_000_000;
    const table = createFreshBootstrap(file, () => now);
    expect(table.serverOf('com')).toBe(shipped.serverOf('com'));
    respond = (response) => response.end(good);
    expect(await refreshBootstrap(client, url, file)).toEqual({
      topLevelDomains: shipped.size + 1,
      servers: 1,
      publishedAt: '2027-01-02T03:04:05.000Z',
      file,
    });
    expect(readdirSync(path.dirname(file))).toEqual(['rdap-bootstrap.json']);
    expect(table.serverOf('com')).toBe(shipped.serverOf('com'));
    now += 60_000;
    expect(table.serverOf('com')).toBe('https://rdap.new.example/');
    expect(table.serverOf('fr')).toBe(shipped.serverOf('fr'));
    expect(table.hosts.has('rdap.new.example')).toBe(true);
  });
});

describe('an invalid table', () => {
  it.each<[string, (response: ServerResponse) => void]>([
    ['an error', (response) => response.writeHead(500).end('sorry')],
    ['a redirect', (response) => response.writeHead(302, { location: 'https://elsewhere.example/' }).end()],
    ['garbage', (response) => response.end('<html>hello</html>')],
    ['another document', (response) => response.end('{"services":"none"}')],
    ['nothing', (response) => response.end()],
    ['too long', (response) => response.end(`{"services":[],"x":"${'x'.repeat(5 * 1024 * 1024)}"}`)],
    ['cut off', (response) => response.end(good.slice(0, good.length / 2))],
    [
      'cut off on the way',
      (response) => response.writeHead(200, { 'content-length': String(good.length) }).write(good.slice(0, 99), () => response.destroy()),
    ],
    ['almost empty', (response) => response.end(tableOf(['zz']))],
  ])('because it is %s does not replace the last one', async (_why, respondBadly) => {
    respond = (response) => response.end(good);
    await refreshBootstrap(client, url, file);
    respond = respondBadly;
    await expect(refreshBootstrap(client, url, file)).rejects.toBeInstanceOf(ListProblem);
    expect(readFileSync(file, 'utf8')).toBe(good);
    expect(existsSync(`${file}.new`)).toBe(false);
  });
});

describe('a file in the data folder', () => {
  it('is used only while it is newer than the shipped table, and only if it is readable', async () => {
    respond = (response) => response.end(good);
    await refreshBootstrap(client, url, file);
    expect(createFreshBootstrap(file).serverOf('com')).toBe('https://rdap.new.example/');
    utimesSync(file, new Date('2020-01-01'), new Date('2020-01-01'));
    expect(createFreshBootstrap(file).serverOf('com')).toBe(shipped.serverOf('com'));
    writeFileSync(file, 'spoilt');
    expect(createFreshBootstrap(file).serverOf('com')).toBe(shipped.serverOf('com'));
  });
});
