// Loads the built client into a world that has web standards and nothing of Node, as edge workers do, and uses it there.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';

const [, , folder, baseUrl, apiKey] = process.argv;
const WEB = {
  fetch,
  Headers,
  URLSearchParams,
  AbortController,
  AbortSignal,
  TextEncoder,
  TextDecoder,
  crypto,
  atob,
  setTimeout,
  clearTimeout,
};
const context = vm.createContext({ ...WEB });
const modules = new Map();

function load(file) {
  const known = modules.get(file);
  if (known) return known;
  const made = new vm.SourceTextModule(readFileSync(file, 'utf8'), { context, identifier: file });
  modules.set(file, made);
  return made;
}
const entry = load(path.join(folder, 'index.js'));
// Anything but a file of the client cannot be read here.
await entry.link((name, { identifier }) => load(path.join(path.dirname(identifier), name)));
await entry.evaluate();
const { createClient, verifyWebhook } = entry.namespace;

const client = createClient({ baseUrl, apiKey });
const serp = await client.serp.createAndWait({ keyword: 'tea', region: 'US' });
const refused = await verifyWebhook('{}', { 'webhook-id': 'a', 'webhook-timestamp': '1', 'webhook-signature': 'v1,' }, 'whsec_AAAA', {
  now: 1000,
}).catch((error) => error.message);
process.stdout.write(JSON.stringify({ ready: serp.ready, refused, process: vm.runInContext('typeof process + typeof Buffer', context) }));
