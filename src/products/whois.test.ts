// WHOIS lookups against the registries of the sandbox, over both protocols.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '../contract/order.ts';
import type { WhoisSource } from '../contract/vocabulary.ts';
import type { Whois } from '../contract/whois.ts';
import { createTtlCache } from '../platform/ttl-cache.ts';
import { loadBootstrap } from '../sources/registries/bootstrap.ts';
import { WEBSITE_TLDS } from '../sources/registries/website.ts';
import { rdapSite } from '../sources/sandbox/rdap.ts';
import { registry } from '../sources/sandbox/registry.ts';
import { registryPage } from '../sources/sandbox/registry-page.ts';
import { type Sandbox, startSandbox } from '../sources/sandbox/server.ts';
import type { FetchPage } from '../sources/transport/fetch.ts';
import { createSandboxFetch } from '../sources/transport/sandbox.ts';
import { lookUpWhois, readWhoisDomain, type WhoisParts } from './whois.ts';

const account = { mode: 'test' } as Account;
let sandbox: Sandbox;
let sandboxFetch: ReturnType<typeof createSandboxFetch>;
beforeAll(async () => {
  sandbox = await startSandbox([rdapSite, registry, registryPage]);
  sandboxFetch = createSandboxFetch(sandbox);
});
afterAll(async () => {
  await sandboxFetch.close();
  await sandbox.close();
});

/** Parts that record the queried servers. Homepages and servers are left out. */
function partsWith(fetch: FetchPage = sandboxFetch): WhoisParts & { queried: string[] } {
  const queried: string[] = [];
  return {
    queried,
    cache: createTtlCache<Whois>(),
    hostOf: async () => null,
    fetchOf: () => (request, context) => {
      queried.push(new URL(request.url).protocol === 'whois:' ? 'whois' : new URL(request.url).hostname);
      return fetch(request, context);
    },
  };
}
const lookUp = (domain: string, source: WhoisSource, parts: WhoisParts): Promise<Whois> =>
  lookUpWhois(readWhoisDomain(domain, account), source, account, parts);
const withoutText = ({ rawText, ...rest }: Whois): unknown => rest;

describe('the registry of a name', () => {
  it.each(['lantern.com', 'quay.org', 'compass.fr', 'beacon.co.uk', 'anchor.shop', '8.8.8.8', '2001:4860:4860::8888'])(
    'returns the same about %s over RDAP and over port 43',
    async (name) => {
      const [auto, port43] = [partsWith(), partsWith()];
      const over = await lookUp(name, 'auto', auto);
      const plain = await lookUp(name, 'whois', port43);
      expect(auto.queried[0]).not.toBe('whois');
      expect(new Set(port43.queried.slice(0, 1))).toEqual(new Set(['whois']));
      expect(withoutText(over)).toEqual(withoutText(plain));
      expect(over.registered).toBe(true);
      expect(over.createdAt).not.toBeNull();
      expect(over.contacts?.registrant).not.toBeNull();
      expect(JSON.parse(over.rawText!)).toHaveProperty('objectClassName');
    },
  );

  it('reports an unregistered name over both', async () => {
    const over = await lookUp('unregistered-lantern.com', 'auto', partsWith());
    expect(over).toMatchObject({ registered: false, createdAt: null, nameServers: [], registrar: null });
    expect(withoutText(over)).toEqual(withoutText(await lookUp('unregistered-lantern.com', 'whois', partsWith())));
  });

  it('is queried on port 43 when it has no RDAP', async () => {
    const parts = partsWith();
    expect((await lookUp('lantern.example', 'auto', parts)).registered).toBe(true);
    expect(parts.queried[0]).toBe('whois');
  });

  it.each([429, 403, 200, 404, 599])('is queried on port 43 when RDAP responds with %i and no data', async (status) => {
    const parts = partsWith(async (request, context) => {
      if (request.url.startsWith('whois:')) return sandboxFetch(request, context);
      return { request, url: request.url, status, headers: {}, body: '<html>moved</html>' };
    });
    expect((await lookUp('lantern.com', 'auto', parts)).registered).toBe(true);
    expect(parts.queried.slice(0, 2)).toEqual(['rdap.verisign.com', 'whois']);
  });

  it('that is unavailable over both fails, and is queried again the next time', async () => {
    const parts = partsWith();
    await expect(lookUp('unreachable-lantern.com', 'auto', parts)).rejects.toMatchObject({ code: 502 });
    const before = parts.queried.length;
    await expect(lookUp('unreachable-lantern.com', 'auto', parts)).rejects.toThrow();
    expect(parts.queried.length).toBeGreaterThan(before);
  });
});

describe('a repeated lookup', () => {
  it('sends no query', async () => {
    const parts = partsWith();
    const first = await lookUp('lantern.com', 'auto', parts);
    const queried = parts.queried.length;
    expect(await lookUp('LANTERN.com', 'auto', parts)).toEqual(first);
    expect(parts.queried.length).toBe(queried);
    await lookUp('lantern.com', 'whois', parts);
    expect(parts.queried.length).toBeGreaterThan(queried);
  });
});

describe('a registry with only a web page', () => {
  it.each(WEBSITE_TLDS)('of .%s returns the same as a registry on port 43 would', async (tld) => {
    const [auto, page, port43] = [partsWith(), partsWith(), partsWith()];
    const over = await lookUp(`lantern.${tld}`, 'website', page);
    expect(withoutText(over)).toEqual(withoutText(await lookUp(`lantern.${tld}`, 'whois', port43)));
    expect(withoutText(over)).toEqual(withoutText(await lookUp(`lantern.${tld}`, 'auto', auto)));
    expect(port43.queried[0]).toBe('whois');
    expect(page.queried[0]).not.toBe('whois');
    expect(auto.queried[0]).toBe(page.queried[0]);
    expect(over.registered).toBe(true);
    expect(over.contacts?.billing?.email).toBe(`billing@lantern.${tld}`);
    expect(over.rawText).toContain('Domain lookup');
  });

  it.each(WEBSITE_TLDS)('of .%s reports an unregistered name', async (tld) => {
    const over = await lookUp(`unregistered-lantern.${tld}`, 'website', partsWith());
    expect(over).toMatchObject({ registered: false, createdAt: null, nameServers: [], registrar: null });
    expect(withoutText(over)).toEqual(withoutText(await lookUp(`unregistered-lantern.${tld}`, 'whois', partsWith())));
  });

  it('fails when the page is unavailable', async () => {
    await expect(lookUp('unreachable-lantern.tt', 'website', partsWith())).rejects.toMatchObject({ code: 502 });
  });
});

describe('400', () => {
  it.each(['lantern.com', 'lantern.de', '8.8.8.8'])(
    'is the status of source=website for %s, and the error lists the supported domains',
    async (name) => {
      const rejected = lookUp(name, 'website', partsWith());
      await expect(rejected).rejects.toMatchObject({ code: 400, message: expect.stringContaining('source') });
      await expect(rejected).rejects.toMatchObject({ solution: expect.stringContaining('.tt') });
    },
  );
});

describe('the sandbox', () => {
  it('serves every server of the shipped table', () => {
    const { hosts } = loadBootstrap();
    const table = loadBootstrap();
    expect(hosts.size).toBeGreaterThan(300);
    for (const tld of ['com', 'org', 'app', 'moscow', 'info', 'xn--fiqs8s', 'de'])
      if (table.serverOf(tld)) expect(rdapSite.serves(new URL(`${table.serverOf(tld)}domain/lantern.${tld}`))).toBe(true);
    expect(rdapSite.serves(new URL('https://lantern.com/'))).toBe(false);
  });
});
