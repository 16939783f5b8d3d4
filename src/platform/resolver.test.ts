import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type DnsScript, type DnsServer, startDnsServer } from '../../test/dns-server.ts';
import { createResolver, type Outcome, type Resolver, type ResolverSettings } from './resolver.ts';
import { NameUnresolved } from './resolver-errors.ts';
import { createSystemLookup } from './resolver-system.ts';

let folder: string;
let server: DnsServer;
let outcomes: Outcome[];
const more: DnsServer[] = [];
const HERE = { addresses: ['127.0.0.1'], ttl: 60 };
const NONE = { addresses: [] };
const onlyA =
  (script: (name: string) => ReturnType<DnsScript>): DnsScript =>
  (name, type) =>
    type === 'A' ? script(name) : NONE;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sextant-resolver-'));
  outcomes = [];
});
afterEach(async () => {
  await Promise.all([server, ...more.splice(0)].map((one) => one?.close().catch(() => undefined)));
  await rm(folder, { recursive: true });
});

const fileOf = (name: string): string => path.join(folder, name);
async function start(script: DnsScript, settings: Partial<ResolverSettings> = {}, files: Record<string, string> = {}): Promise<Resolver> {
  server = await startDnsServer(script);
  for (const [name, text] of Object.entries(files)) await writeFile(fileOf(name), text);
  return createResolver({
    servers: [server.address],
    files: { resolvConf: fileOf('resolv.conf'), hosts: fileOf('hosts'), nsswitch: fileOf('nsswitch.conf') },
    system: () => Promise.reject(new NameUnresolved('failed', new Error('the system must not be asked'))),
    platform: 'linux',
    onLookup: (outcome) => outcomes.push(outcome),
    ...settings,
  });
}
const reasonOf = (found: Promise<unknown>): Promise<unknown> =>
  found.then(
    (value) => value,
    (error: NameUnresolved) => error.reason,
  );

describe('a name', () => {
  test('has its addresses of both families, IPv4 first', async () => {
    const { resolve } = await start((_, type) => ({ addresses: type === 'A' ? ['192.0.2.1', '192.0.2.2'] : ['2001:db8::1'] }));
    expect(await resolve('Shop.Example.')).toEqual(['192.0.2.1', '192.0.2.2', '2001:db8::1']);
  });
  test('with IPv6 addresses only has those', async () => {
    const { resolve } = await start((_, type) => (type === 'AAAA' ? { addresses: ['2001:db8::1'] } : NONE));
    expect(await resolve('six.example')).toEqual(['2001:db8::1']);
  });
  test('whose AAAA queries are never answered is still resolved', async () => {
    const { resolve } = await start((_, type) => (type === 'A' ? HERE : 'silence'));
    expect(await resolve('half.example')).toEqual(['127.0.0.1']);
  });
  test('that is an IP address needs no query', async () => {
    const { resolve } = await start(() => 'silence');
    expect([await resolve('192.0.2.7'), await resolve('[2001:db8::7]'), server.questions]).toEqual([['192.0.2.7'], ['2001:db8::7'], []]);
  });
  test('with too many addresses is an error', async () => {
    const { resolve } = await start(onlyA(() => ({ addresses: Array.from({ length: 20 }, (_, index) => `192.0.2.${index}`) })));
    expect(await resolve('twenty.example')).toHaveLength(20);
    const flood = await start(onlyA(() => ({ addresses: Array.from({ length: 70 }, (_, index) => `192.0.2.${index}`) })));
    expect(await reasonOf(flood.resolve('flood.example'))).toBe('failed');
  });
});

describe('a cached name', () => {
  test('is queried once for concurrent lookups, and once during its time to live', async () => {
    const { resolve } = await start(onlyA(() => sleep(50, HERE)));
    await Promise.all(Array.from({ length: 50 }, (_, account) => resolve('one.example', account)));
    await resolve('one.example');
    expect(server.questions.sort()).toEqual(['A one.example', 'AAAA one.example']);
    expect([outcomes.filter((outcome) => outcome === 'joined').length, outcomes.at(-1)]).toEqual([49, 'cached']);
  });
  test('is queried again after it expired, and stays in use while no server responds', async () => {
    let unresponsive = false;
    const resolver = await start(
      onlyA(() => (unresponsive ? 'silence' : { addresses: ['192.0.2.1'], ttl: 0 })),
      { msMax: 2000 },
    );
    await resolver.resolve('short.example');
    await sleep(1100);
    await resolver.resolve('short.example');
    expect(server.questions).toHaveLength(4);
    unresponsive = true;
    await sleep(1100);
    expect(await resolver.resolve('short.example')).toEqual(['192.0.2.1']);
    expect([outcomes.at(-1), server.questions.length > 4]).toEqual(['stale', true]);
    // And it is not queried again at once.
    const queried = server.questions.length;
    expect(await resolver.resolve('short.example')).toEqual(['192.0.2.1']);
    expect(server.questions).toHaveLength(queried);
  });
  test.each(['no such name', 'server failure', 'silence'] as const)(
    'with the result “%s” is not queried again for a while',
    async (result) => {
      // Only silence lasts until the limit.
      const { resolve } = await start(() => result, { msMax: result === 'silence' ? 300 : 30_000 });
      const reason = { 'no such name': 'not_found', 'server failure': 'failed', silence: 'timeout' }[result];
      expect(await reasonOf(resolve('bad.example'))).toBe(reason);
      const queried = server.questions.length;
      expect([await reasonOf(resolve('bad.example')), server.questions.length]).toEqual([reason, queried]);
    },
  );
  test('has a bounded size', async () => {
    const resolver = await start(
      onlyA(() => HERE),
      { namesMax: 20 },
    );
    for (let index = 0; index < 50; index++) await resolver.resolve(`n.d${index}.example`);
    expect(resolver.cachedNames).toBe(20);
  });
});

describe('a server that', () => {
  test('does not respond is skipped, and queried last from then on', async () => {
    const quiet = await startDnsServer(() => 'silence');
    more.push(quiet);
    const good = await startDnsServer(onlyA(() => HERE));
    more.push(good);
    const { resolve } = await start(() => 'silence', { servers: [quiet.address, good.address] });
    expect(await resolve('first.example')).toEqual(['127.0.0.1']);
    const queried = quiet.questions.length;
    expect(queried).toBeGreaterThan(0);
    expect(await resolve('second.example')).toEqual(['127.0.0.1']);
    expect(quiet.questions).toHaveLength(queried);
  });
  test('loses a datagram is queried again', async () => {
    const lost = new Set<string>();
    const { resolve } = await start((name, type) => {
      if (lost.has(`${type} ${name}`)) return type === 'A' ? HERE : NONE;
      lost.add(`${type} ${name}`);
      return 'silence';
    });
    expect(await resolve('lossy.example')).toEqual(['127.0.0.1']);
  });
  test('fails for one name is not blamed for it', async () => {
    const { resolve } = await start(onlyA((name) => (name === 'broken.example' ? 'server failure' : HERE)));
    expect(await reasonOf(resolve('broken.example'))).toBe('failed');
    expect(await resolve('whole.example')).toEqual(['127.0.0.1']);
  });
});

describe('names without any response', () => {
  const script = onlyA((name) => (name.startsWith('hang') ? 'silence' : HERE));
  test('time out', async () => {
    const { resolve } = await start(script, { msMax: 400 });
    const started = performance.now();
    expect(await reasonOf(resolve('hang.example'))).toBe('timeout');
    expect(performance.now() - started).toBeLessThan(5000);
  });
  test('of one account do not affect other accounts, nor its names in other domains', async () => {
    const { resolve } = await start((name, type) => (name.startsWith('hang') ? 'silence' : type === 'A' ? HERE : NONE), {
      msMax: 60_000,
      perShare: 8,
    });
    const hanging = Array.from({ length: 40 }, (_, index) => reasonOf(resolve(`hang-${index}.one.example`, 1)));
    expect(await resolve('other.example', 2)).toEqual(['127.0.0.1']);
    expect(await resolve('shop.two.example', 1)).toEqual(['127.0.0.1']);
    // A domain has a quarter of the account's slots. Lookups that wait behind them are rejected while no response
    // arrives.
    const rejected = await Promise.all(hanging.slice(2));
    expect(new Set(rejected)).toEqual(new Set(['rejected']));
    expect(await reasonOf(resolve('hang-late.one.example', 1))).toBe('rejected');
    expect(await resolve('late.example', 3)).toEqual(['127.0.0.1']);
  });
  test('of very many accounts leave a slot for another', async () => {
    const resolver = await start((name, type) => (name.startsWith('hang') ? 'silence' : type === 'A' ? HERE : NONE), { msMax: 60_000 });
    for (let account = 0; account < 20; account++)
      for (let index = 0; index < 32; index++) void reasonOf(resolver.resolve(`hang.d${account}-${index}.example`, account));
    expect(resolver.running).toBe(512 + 2 * 4);
    // Until the server has read most of them: its receive buffer does not hold all at once.
    await expect.poll(() => server.questions.length).toBeGreaterThan(300);
    expect(await resolver.resolve('good.example', 'new')).toEqual(['127.0.0.1']);
  });
  test('do not reject another account’s lookup of a name that waits behind them', async () => {
    const { resolve } = await start((name, type) => (name.startsWith('hang') ? 'silence' : type === 'A' ? HERE : NONE), {
      msMax: 60_000,
      perShare: 1,
    });
    void reasonOf(resolve('hang.example', 1));
    const behind = reasonOf(resolve('wanted.shop', 1));
    expect(await resolve('wanted.shop', 2)).toEqual(['127.0.0.1']);
    // The rejected caller also gets the result that was found meanwhile.
    expect(await behind).toEqual(['127.0.0.1']);
  });
});

describe('the files of this machine', () => {
  test('/etc/hosts comes first, and is read again when it changes', async () => {
    const { resolve } = await start(() => 'no such name', {}, { hosts: '10.0.0.9 Store.corp.example store # ours\n::1 store\nrubbish\n' });
    expect(await resolve('store.corp.example')).toEqual(['10.0.0.9']);
    expect(await resolve('STORE')).toEqual(['10.0.0.9', '::1']);
    await writeFile(fileOf('hosts'), '10.0.0.10 store\n');
    await expect.poll(() => resolve('store')).toEqual(['10.0.0.10']);
    expect(server.questions).toEqual([]);
  });
  test('localhost is known without a file', async () => {
    const { resolve } = await start(() => 'no such name');
    expect([await resolve('localhost'), await resolve('a.localhost')]).toEqual([
      ['127.0.0.1', '::1'],
      ['127.0.0.1', '::1'],
    ]);
  });
  test('search domains are tried in the order that ndots defines', async () => {
    const answers = onlyA((name) => (name === 'store.corp.example' || name === 'a.b.corp.example' ? HERE : 'no such name'));
    const { resolve } = await start(answers, {}, { 'resolv.conf': 'search none.example corp.example\noptions ndots:2 edns0\n' });
    expect(await resolve('store')).toEqual(['127.0.0.1']);
    const queried = (queries: string[]) => queries.filter((query) => query.startsWith('A ')).map((query) => query.slice(2));
    expect(queried(server.questions)).toEqual(['store.none.example', 'store.corp.example']);
    server.questions.length = 0;
    await resolve('a.b');
    expect(queried(server.questions)).toEqual(['a.b.none.example', 'a.b.corp.example']);
    server.questions.length = 0;
    await reasonOf(resolve('x.y.z'));
    expect(queried(server.questions)).toEqual(['x.y.z', 'x.y.z.none.example', 'x.y.z.corp.example']);
  });
  test('/etc/resolv.conf is read again when it changes, and cached names are queried again', async () => {
    const { resolve, servers } = await start(
      onlyA((name) => (name.endsWith('.new.example') ? HERE : 'no such name')),
      {},
      { 'resolv.conf': 'search old.example\n' },
    );
    expect(await reasonOf(resolve('store'))).toBe('not_found');
    await writeFile(fileOf('resolv.conf'), 'nameserver 192.0.2.53\nsearch new.example\n');
    await expect.poll(() => reasonOf(resolve('store'))).toEqual(['127.0.0.1']);
    expect(servers()).toEqual([server.address]);
  });
});

describe('the system’s own lookup', () => {
  const known = (queried: string[]) => async (name: string) => {
    queried.push(name);
    if (name !== 'printer.local' && name !== 'minio') throw new NameUnresolved('not_found');
    return ['10.0.0.3'];
  };
  test('is used for every name when there are no name servers', async () => {
    const queried: string[] = [];
    const resolver = await start(() => HERE, { servers: [], system: known(queried) });
    expect([await resolver.resolve('minio'), resolver.servers(), server.questions]).toEqual([['10.0.0.3'], 'system', []]);
    expect([await resolver.resolve('minio'), queried]).toEqual([['10.0.0.3'], ['minio']]);
  });
  test('is used for names from settings that the name servers do not have', async () => {
    const queried: string[] = [];
    const { resolve, resolveFromSettings } = await start(() => 'no such name', { system: known(queried) });
    expect([await reasonOf(resolve('minio')), await resolveFromSettings('minio'), queried]).toEqual(['not_found', ['10.0.0.3'], ['minio']]);
  });
  test('is used for any name the servers do not have when other modules are in use, but not after a timeout', async () => {
    const queried: string[] = [];
    server = await startDnsServer((name) => (name === 'hang.example' ? 'silence' : 'no such name'));
    more.push(server);
    await writeFile(fileOf('resolv.conf'), 'nameserver 127.0.0.1\n');
    const resolverWith = async (hosts: string, msMax = 30_000): Promise<Resolver> => {
      await writeFile(fileOf('nsswitch.conf'), `# comment\nhosts: ${hosts}\n`);
      const files = { resolvConf: fileOf('resolv.conf'), hosts: fileOf('hosts'), nsswitch: fileOf('nsswitch.conf') };
      return createResolver({ files, port: Number(server.address.split(':')[1]), system: known(queried), platform: 'linux', msMax });
    };
    const exotic = (msMax?: number) => resolverWith('files mdns4_minimal [NOTFOUND=return] dns', msMax);
    expect(await (await exotic()).resolve('printer.local')).toEqual(['10.0.0.3']);
    expect(await reasonOf((await exotic(300)).resolve('hang.example'))).toBe('timeout');
    const plain = await resolverWith('files dns myhostname');
    expect(await reasonOf(plain.resolve('printer.local'))).toBe('not_found');
    expect(queried).toEqual(['printer.local']);
    expect((await resolverWith('files nis')).servers()).toBe('system');
  });
  test('uses few threads with a timeout, and one account’s names use only one of them', async () => {
    const running: string[] = [];
    const lookUp = (name: string, _options: unknown, done: (error: null, found: object[]) => void): void => {
      running.push(name);
      if (name.startsWith('good')) setImmediate(done, null, [{ address: '10.0.0.4', family: 4 }]);
    };
    const ask = createSystemLookup(lookUp as never);
    const deadline = (): number => performance.now() + 300;
    const late = (): number => performance.now() + 60_000;
    const hanging = ['a', 'b', 'c'].map((name) => reasonOf(ask(`hang-${name}`, 1, deadline())));
    expect(await ask('good-one', 2, late())).toEqual(['10.0.0.4']);
    expect(await Promise.all(hanging)).toEqual(['timeout', 'timeout', 'timeout']);
    expect(await ask('good-two', 2, late())).toEqual(['10.0.0.4']);
    // The thread is occupied until the call returns, even after the timeout.
    expect(running).toEqual(['hang-a', 'good-one', 'good-two']);
  });
});

describe('a socket', () => {
  test('resolves its host through the resolver', async () => {
    const { lookup } = await start((_, type) => (type === 'A' ? HERE : { addresses: ['::1'] }));
    const found = (options: object) =>
      new Promise((resolve) => lookup('any.example', options as never, (error, address, family) => resolve([error, address, family])));
    expect(await found({ all: true })).toEqual([
      null,
      [
        { address: '127.0.0.1', family: 4 },
        { address: '::1', family: 6 },
      ],
      undefined,
    ]);
    expect(await found({ family: 6 })).toEqual([null, '::1', 6]);
    expect(await found({})).toEqual([null, '127.0.0.1', 4]);
  });
});
