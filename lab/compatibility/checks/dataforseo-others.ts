// LangChain's tool for DataForSEO, and the request forms of clients in other languages.
import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { pathToFileURL } from 'node:url';
import type { Site } from '../check.ts';
import { type Any, basicOf, TEA, taskOf } from './dataforseo-parts.ts';

/** The tool has a fixed host, so its `fetch` is redirected. */
export async function runLangChain(site: Site): Promise<void> {
  const file = site.tool('@langchain/community/dist/tools/dataforseo_api_search.js');
  const { DataForSeoAPISearch } = (await import(pathToFileURL(file).href)) as Any;
  const original = globalThis.fetch;
  const asked: string[] = [];
  globalThis.fetch = ((url: string, init?: RequestInit) => {
    asked.push(String(url));
    return original(String(url).replace('https://api.dataforseo.com', site.url), init);
  }) as typeof fetch;
  try {
    const tool = new DataForSeoAPISearch({ apiLogin: 'login@mail.example', apiPassword: site.key, topCount: 3 });
    assert.match(await tool._call('green tea'), /green tea/i);
    const listed = new DataForSeoAPISearch({
      apiLogin: 'login@mail.example',
      apiPassword: site.key,
      topCount: 3,
      jsonResultTypes: ['organic'],
    });
    const results = await listed.results('green tea');
    assert.ok(results.length > 0 && results.every((one: Any) => one.type === 'organic' && one.title), 'typed results');
    assert.equal(asked.length, 2);
    const refused = new DataForSeoAPISearch({ apiLogin: 'login@mail.example', apiPassword: 'wrong' });
    await assert.rejects(refused._call('green tea'));
  } finally {
    globalThis.fetch = original;
  }
}

/** Sends exactly these bytes. `fetch` would add a content type and refuse to misstate the encoding. */
function send(
  site: Site,
  method: string,
  path: string,
  headers: Record<string, string>,
  body = '',
): Promise<{ status: number; json: Any }> {
  return new Promise((resolve, reject) => {
    const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const request = httpRequest(
      site.url + path,
      { method, headers: { authorization: basicOf(site), ...length, ...headers } },
      async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk as Buffer);
        resolve({ status: response.statusCode!, json: JSON.parse(Buffer.concat(chunks).toString('utf8')) });
      },
    );
    request.once('error', reject);
    request.end(body);
  });
}

export async function runRecorded(site: Site): Promise<void> {
  const live = '/v3/serp/google/organic/live/advanced';
  // The sample `RestClient` in Python: an object of tasks, a wrong encoding, no content type.
  const python = await send(site, 'POST', live, { 'content-encoding': 'gzip' }, JSON.stringify({ 0: TEA }));
  assert.deepEqual([python.status, python.json.status_code, taskOf(python.json).result.length], [200, 20000, 1]);
  // The sample in C#: `StringContent` without a type is text.
  const sharp = await send(site, 'POST', live, { 'content-type': 'text/plain; charset=utf-8' }, JSON.stringify([TEA]));
  taskOf(sharp.json);
  // LangChain in Python: an encoded keyword, and the path's parts inside the task.
  const task = {
    keyword: 'caf%C3%A9%20au%20lait',
    location_name: 'United States',
    language_code: 'en',
    depth: 10,
    se_name: 'google',
    se_type: 'organic',
  };
  const chain = taskOf((await send(site, 'POST', live, { 'content-type': 'application/json' }, JSON.stringify([task]))).json);
  assert.equal(chain.result[0].keyword, 'café au lait');
  assert.ok(Array.isArray(chain.result[0].item_types) && chain.result[0].items.find((item: Any) => item.type === 'organic').description);
  // n8n-nodes-dataforseo 1.6.2: null for everything that the user left empty, and the account as the credential test.
  const n8n = {
    keyword: 'green tea',
    location_name: 'United States',
    language_name: 'English',
    os: null,
    se_domain: null,
    depth: null,
    target: null,
  };
  taskOf(
    (await send(site, 'POST', '/v3/serp/google/organic/live/regular', { 'content-type': 'application/json' }, JSON.stringify([n8n]))).json,
  );
  assert.equal((await send(site, 'GET', '/v3/appendix/user_data', { accept: 'application/json' })).status, 200);
}
