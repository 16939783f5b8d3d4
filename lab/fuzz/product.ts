// The parts of the built product that are fuzzed without a running service.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../paths.ts';

const DIST = path.join(ROOT, 'dist');
const FILES = [
  'api/body',
  'api/idempotency',
  'business/callbacks/address',
  'business/callbacks/deliver',
  'business/regions/load',
  'contract/errors',
  'platform/guard',
  'platform/http',
  'platform/resolver',
  'sources/adapter',
  'sources/catalogue',
  'sources/keywords/baidu',
  'sources/keywords/dataforseo',
  'sources/keywords/google',
  'sources/keywords/naver-searchad',
  'sources/keywords/upstream',
  'sources/keywords/yandex-wordstat',
  'sources/models/chatgpt',
  'sources/models/perplexity',
  'sources/registries/domain',
  'sources/registries/homepage',
  'sources/registries/rdap',
  'sources/registries/whois',
  'sources/sandbox/sites',
  'sources/sandbox/world',
  'sources/transport/http',
  'sources/transport/tcp43',
  'wiring/vendors',
  'wiring/world',
  'config',
];

export async function loadProduct() {
  const all = {};
  for (const file of FILES) Object.assign(all, await import(pathToFileURL(path.join(DIST, `${file}.js`)).href));
  return all;
}
