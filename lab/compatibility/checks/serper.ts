// Clients of Serper.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { CompatibilityCheck } from '../check.ts';
import { assertDifferentPages, createTestKey, type Json } from '../recorded.ts';
import { runRedirected } from '../redirect.ts';

const METHODS = { search: 'organic', news: 'news', images: 'images', videos: 'videos', places: 'places' } as const;

const npm: CompatibilityCheck = {
  name: 'serper-npm',
  area: 'Compatibility endpoints',
  tool: 'serper (npm)',
  what: 'every method with a second page, places, autocorrect, age, errors',
  async run(site) {
    const { Serper } = createRequire(pathToFileURL(site.tool('')))('serper');
    const clientOf = (apiKey: string): Json => new Serper({ apiKey, basePath: site.url, cache: false, timeout: 60_000 });
    const client = clientOf(site.key);
    for (const [method, list] of Object.entries(METHODS)) {
      const first = await client[method]({ q: 'black coffee', location: 'Austin, Texas', ...(method === 'news' ? { tbs: 'qdr:w' } : {}) });
      assert.ok(Number.isInteger(first.credits), `${method}: credits`);
      assertDifferentPages(first[list], (await first.nextPage())[list], method);
    }
    const plain = await client.search({ q: 'black coffee', country: 'us', locale: 'en', autocorrect: false });
    assert.equal(plain.searchParameters.autocorrect, false);
    assert.deepEqual(
      await clientOf('sxt_test_nobody')
        .search('coffee')
        .then(({ message, statusCode }: Json) => [message, statusCode]),
      ['Unauthorized.', 403],
    );
    assert.match((await clientOf(await createTestKey(site, 0)).search('coffee')).message, /^Not enough credits/);
    return { version: site.versionOf('serper'), remark: 'basePath is the URL of the service' };
  },
};

const agentic: CompatibilityCheck = {
  name: 'agentic-serper',
  area: 'Compatibility endpoints',
  tool: '@agentic/serper (npm)',
  what: 'every method, and the error of shopping',
  async run(site) {
    const { SerperClient } = await import(pathToFileURL(site.tool('@agentic/serper/dist/index.js')).href);
    const client: Json = new SerperClient({ apiKey: site.key, apiBaseUrl: site.url });
    const names = { search: 'organic', searchNews: 'news', searchImages: 'images', searchVideos: 'videos', searchPlaces: 'places' };
    for (const [method, list] of Object.entries(names)) {
      const found = await client[method]({ q: 'black coffee', gl: 'us', hl: 'en', num: 10, autocorrect: true });
      assert.ok(found[list].length > 0, method);
    }
    await assert.rejects(client.searchProducts('black coffee'), /400/);
    return { version: site.versionOf('@agentic/serper'), remark: 'apiBaseUrl is the URL of the service; there are no shopping results' };
  },
};

const LANGCHAIN = `
const { Serper } = await import(tool('@langchain/community/dist/tools/serper.js'));
const text = await new Serper(process.env.SEXTANT_KEY, { gl: 'us', hl: 'en' }).invoke('black coffee');
const failure = await new Serper('sxt_test_nobody').invoke('black coffee').then(() => 'accepted', (error) => error.message);
console.log(JSON.stringify({ text, failure }));
`;

const langchain: CompatibilityCheck = {
  name: 'langchain-serper',
  area: 'Compatibility endpoints',
  tool: '@langchain/community, Serper (npm)',
  what: 'one question at its fixed host',
  async run(site) {
    const { text, failure } = (await runRedirected(site, ['google.serper.dev'], LANGCHAIN)) as Json;
    assert.ok(text.length > 10 && text !== 'No good search result found', text);
    assert.match(failure, /^Got 403 error from serper/);
    return {
      version: site.versionOf('@langchain/community'),
      remark: 'needs a DNS entry for google.serper.dev and a certificate that Node trusts',
    };
  },
};

export const SERPER_CHECKS: readonly CompatibilityCheck[] = [npm, agentic, langchain];
