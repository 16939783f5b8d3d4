// DNS rebinding: names that resolve to one address when they are checked and to another when they are called.
import { createServer } from 'node:http';
import { closeServer, listen } from '../net.ts';
import type { Random } from '../random.ts';
import type { Findings } from './findings.ts';
import { type Honeypot, STRICT } from './guard.ts';
import { type DnsRecord, startNameServer } from './name-server.ts';
import type { Product } from './product.ts';

/** Real public addresses, because documentation addresses would be rejected. No test connects to them. */
const PUBLIC = ['93.184.215.14', '8.8.4.4', '1.0.0.1'];
const INSIDE = ['127.0.0.1', '127.0.0.2', '0.0.0.0', '10.0.0.1', '169.254.169.254', '192.168.1.1'];
const INSIDE_6 = ['::1', 'fe80::1', 'fd00::1', '::ffff:7f00:1', '64:ff9b::7f00:1', '2002:7f00:1::'];

type Script = (type: string, times: number, name: string) => readonly DnsRecord[];
type Resolve = ReturnType<Product['createResolver']>['resolve'];
type RebindingProduct = Pick<Product, 'createResolver' | 'vettedAddress' | 'createHttpClient' | 'createWhoisFetch' | 'createHttpFetch'>;

/** How the names of one attempt behave. */
const SCRIPTS: Readonly<Record<string, (random: Random) => Script>> = {
  inside: (random) => () => [{ type: 'A', value: random.pick(INSIDE) }],
  'inside by IPv6': (random) => (type) => (type === 'AAAA' ? [{ type: 'AAAA', value: random.pick(INSIDE_6) }] : []),
  'public first, inside later': (random) => (_type, times) => [{ type: 'A', value: times <= 1 ? random.pick(PUBLIC) : '127.0.0.1' }],
  'inside first, public later': (random) => (_type, times) => [{ type: 'A', value: times <= 1 ? '127.0.0.1' : random.pick(PUBLIC) }],
  'turn by turn': (random) => (_type, times) => [{ type: 'A', value: times % 2 === 0 ? random.pick(PUBLIC) : '127.0.0.1' }],
  mixed: (random) => () => [
    { type: 'A', value: random.pick(PUBLIC) },
    { type: 'A', value: '127.0.0.1' },
  ],
  'mixed the other way round': (random) => () => [
    { type: 'A', value: '127.0.0.1' },
    { type: 'A', value: random.pick(PUBLIC) },
  ],
  'public IPv4, inner IPv6': (random) => (type) =>
    type === 'A' ? [{ type: 'A', value: random.pick(PUBLIC) }] : [{ type: 'AAAA', value: random.pick(INSIDE_6) }],
  'an alias to the inside': () => (type, _times, name) => [
    { type: 'CNAME', value: `alias.${name}` },
    ...(type === 'A' ? [{ type: 'A' as const, name: `alias.${name}`, value: '127.0.0.1' }] : []),
  ],
  'a chain of aliases': () => (type, _times, name) => [
    { type: 'CNAME', value: `one.${name}` },
    { type: 'CNAME', name: `one.${name}`, value: `two.${name}` },
    { type: 'CNAME', name: `two.${name}`, value: 'localhost' },
    ...(type === 'A' ? [{ type: 'A' as const, name: 'localhost', value: '127.0.0.1' }] : []),
  ],
  'forty addresses, one inside': (random) => (type) =>
    type === 'A'
      ? [...Array.from({ length: 39 }, (): DnsRecord => ({ type: 'A', value: random.pick(PUBLIC) })), { type: 'A', value: '127.0.0.1' }]
      : [],
};

interface RebindingParts {
  readonly product: RebindingProduct;
  readonly honeypot: Honeypot;
  readonly random: Random;
  readonly count: number;
  readonly findings: Findings;
}

/** `PUBLIC` addresses are never connected to: the client under test gets a connector that only records the target. */
export async function fuzzRebinding({ product, honeypot, random, count, findings }: RebindingParts) {
  const scripts = new Map<string, Script>();
  const dns = await startNameServer((name, type, times) => scripts.get(base(name))?.(type, times, name) ?? []);
  // The resolver of the product, with its cache. A second one does not share that cache.
  const resolverOf = () => product.createResolver({ servers: [dns.address] });
  const { resolve } = resolverOf();
  let attempts = 0;
  const names = Object.keys(SCRIPTS);
  const before = honeypot.connects();
  while (attempts < count) {
    const how = names[attempts % names.length]!;
    const host = `r${attempts}.rebinding.example`;
    scripts.set(host, SCRIPTS[how]!(random));
    attempts += 1;
    // Like callbacks that are retried: from the cache, and after it has expired. An internal address must never be used.
    for (const way of [resolve, resolve, resolverOf().resolve]) {
      const address = await product.vettedAddress(host, STRICT, way).catch((error: Error) => error);
      if (typeof address === 'string' && !PUBLIC.includes(address)) findings.add('rebinding', `${how}: would connect to ${address}`, host);
    }
    if (!how.startsWith('public first') && !how.startsWith('inside first') && !how.startsWith('turn'))
      await askFor({ product, resolve, host, honeypot, findings, how });
  }
  await redirects(product, honeypot, findings);
  const caught = honeypot.connects() - before;
  if (caught > 0) findings.add('rebinding', `${caught} forbidden connections`, '');
  await dns.close();
  return { tries: attempts, questions: dns.questions(), caught };
}

const base = (name: string): string => /r\d+\.rebinding\.example$/.exec(name)?.[0] ?? name;

interface AskParts extends Pick<RebindingParts, 'product' | 'honeypot' | 'findings'> {
  readonly resolve: Resolve;
  readonly host: string;
  readonly how: string;
}

/** Names with an internal address in their responses must be rejected before any connection. */
async function askFor({ product, resolve, host, honeypot, findings, how }: AskParts): Promise<void> {
  const [url, referral] = [`http://${host}:${honeypot.port}/`, `whois://${host}/x`];
  const client = product.createHttpClient({ policy: STRICT, resolve, connectionsPerHost: 2, connectMsMax: 300 });
  const answer = await client.request({ url, bytesMax: 1000, msMax: 500 }).catch((error: Error) => error);
  await client.close();
  if (!(answer instanceof Error)) findings.add('rebinding', `${how}: answered ${answer.status}`, url);
  const port43 = product.createWhoisFetch(STRICT, resolve, () => honeypot.port);
  await port43({ url: referral }, { attempt: 1, msMax: 500 }).then(
    () => findings.add('rebinding', `${how}: a referral was answered`, referral),
    () => undefined,
  );
}

/** An allowed server that redirects to internal addresses: every hop must be checked again. */
async function redirects(product: RebindingProduct, honeypot: Honeypot, findings: Findings): Promise<void> {
  const targets = [
    `http://127.0.0.2:${honeypot.port}/`,
    `http://[::1]:${honeypot.port}/`,
    `http://inner.rebinding.example:${honeypot.port}/`,
    `//127.0.0.2:${honeypot.port}/`,
    'file:///etc/passwd',
    `http://0x7f000002:${honeypot.port}/`,
  ];
  let next = 0;
  const server = createServer((_request, response) => response.writeHead(302, { location: targets[next++ % targets.length]! }).end());
  const port = await listen(server, '127.0.0.3');
  // Only the address of the redirecting server is allowed.
  const policy = { allowLoopback: false, allowNetworks: ['127.0.0.3/32'] };
  const resolve: Resolve = async (name) => (name === 'inner.rebinding.example' ? ['127.0.0.2'] : ['127.0.0.3']);
  const client = product.createHttpClient({ policy, resolve, connectionsPerHost: 2, connectMsMax: 500 });
  const fetchPage = product.createHttpFetch(client);
  for (const target of targets) {
    const page = await fetchPage({ url: `http://outer.rebinding.example:${port}/` }, { attempt: 1, msMax: 1000 }).catch(
      (error: Error) => error,
    );
    if (!(page instanceof Error)) findings.add('rebinding', `a redirect was followed to ${page.url}`, target);
  }
  await client.close();
  await closeServer(server);
}
