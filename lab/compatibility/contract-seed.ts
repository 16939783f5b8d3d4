// An account of its own with objects of every kind, so that requests of the contract fuzzer find something.
import { sleep } from '../wait.ts';
import type { Site } from './check.ts';
import type { Existing } from './contract-requests.ts';

export interface Seeded {
  readonly key: string;
  readonly existing: Existing;
}

const KEYWORDS = ['red shoes', 'tea', 'garden chair'];

/** Creates everything through the API. */
export async function seedContract({ url, adminToken }: Pick<Site, 'url' | 'adminToken'>): Promise<Seeded> {
  // biome-ignore lint/suspicious/noExplicitAny: responses have many types.
  const call = async (method: string, path: string, token: string, body?: unknown): Promise<any> => {
    const headers = { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
    const response = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? null : JSON.parse(text);
  };
  const fields = { email: 'seo@shop.example', credits: 1_000_000, rates: { perMinute: 1_000_000, burst: 100_000 } };
  const owner = await call('POST', '/admin/accounts', adminToken, { name: 'Contract', ...fields });
  // Requests to the admin API change this one, so that the key above keeps working.
  const target = await call('POST', '/admin/accounts', adminToken, { name: 'Target', ...fields });
  const { keyId } = await call('POST', `/admin/accounts/${target.id}/keys`, adminToken, { mode: 'test' });
  const operator = await call('POST', '/admin/operators', adminToken, { name: 'Contract' });
  const key: string = owner.keys.test;
  await call('POST', `/admin/accounts/${owner.id}/credits`, adminToken, { total: 1_000_000, mode: 'test' });
  const [serp, keyword, ai] = [
    await call('POST', '/serp/new', key, { keyword: 'red shoes', region: 'US', callback: 'https://receiver.example/' }),
    await call('POST', '/keyword/new', key, { keywords: KEYWORDS, region: 'US' }),
    await call('POST', '/ai/send-prompt', key, { prompt: 'What is a sextant?' }),
  ];
  for (let poll = 0; poll < 100 && !(await call('GET', `/serp/${serp.id}`, key)).ready; poll++) await sleep(200);
  const project = await call('POST', '/projects', key, { name: 'Shop', domains: [{ domain: 'shop.example' }], defaults: { region: 'US' } });
  const base = `/projects/${project.id}`;
  await call('POST', `${base}/keywords`, key, { keywords: KEYWORDS.map((one) => ({ keyword: one })) });
  const { items: tracked } = await call('GET', `${base}/keywords`, key);
  const rule = await call('POST', `${base}/rules`, key, { name: 'Drops', settings: { kinds: ['dropped'] } });
  const note = await call('POST', `${base}/notes`, key, { day: '2026-11-01', text: 'A note' });
  const share = await call('POST', `${base}/shares`, key, { name: 'Link', sections: ['summary', 'keywords'] });
  const demo = await call('POST', '/projects/demo', key);
  const { items: alerts } = await call('GET', `/projects/${demo.id}/alerts`, key);
  const parts: Readonly<Record<string, readonly string[]>> = {
    '/serp': [serp.id],
    '/keyword': [keyword.id],
    '/ai': [ai.id],
    '/objects': [serp.id, keyword.id, ai.id],
    '/projects': [project.id, demo.id],
    '/admin/accounts': [String(target.id)],
    '/admin/objects': [serp.id],
    '/admin/operators': [String(operator.id)],
    // Nodes that exist are not drained, and no source is queried: the other checks need them.
    '/admin/fleet': ['no-such-node'],
    '/admin/sources': ['google', 'no-such-engine'],
    '/admin/alerts': ['1'],
  };
  const names: Readonly<Record<string, readonly string[]>> = {
    domain: ['shop.example', 'unregistered-x.com', '8.8.8.8', 'not a domain'],
    keywordId: tracked.map(({ id }: { id: string }) => id),
    ruleId: [rule.id],
    noteId: [note.id],
    shareId: [share.id],
    alertId: alerts.map(({ id }: { id: string }) => id),
    token: [share.token],
    keyId: [keyId],
    objectId: [serp.id],
    source: ['no-such-source'],
  };
  const existing: Existing = (path, name) =>
    names[name] ?? Object.entries(parts).find(([prefix]) => path.startsWith(`${prefix}/`))?.[1] ?? [];
  return { key, existing };
}
