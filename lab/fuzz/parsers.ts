// Fuzzes parsers of pages, and our own parsers of bodies, region names, callback templates and domains.
import type { SerpQuery } from '#product/sources/serp.js';
import type { Random } from '../random.ts';
import type { Findings } from './findings.ts';
import { bombs, spoil, treeOf } from './mutate.ts';
import type { Product } from './product.ts';
import { createReader, MODEL, pagesOf, type ReadParts, SERP_QUERY, STATUSES } from './reader.ts';
import { BROKEN_BODIES, textOf } from './values.ts';

const BOMBS_EACH = 4;
const BOMB_MS_MAX = 9000;

export function fuzzParsers({ product, random, count, findings, say }: ReadParts): number {
  const read = createReader(product, findings);
  const engines = Object.values(product.createEngineTable({ chatgpt: MODEL, perplexity: MODEL })).filter((engine) => engine !== null);
  let runs = 0;
  for (const engine of engines) {
    const query: SerpQuery = {
      ...SERP_QUERY,
      engine: engine.name,
      ...(engine.name === 'universal' ? { keyword: 'https://shop.example/' } : {}),
    };
    const seeds = pagesOf(product, engine, query);
    const first = seeds[0];
    if (!first) continue;
    // The product ends a parse after ten seconds. No page of five megabytes may take that long.
    for (const [name, body] of drawn(Object.entries(bombs(first.body)), BOMBS_EACH, random)) {
      read(`${engine.name}, ${name}`, { ...first, body }, query, engine, BOMB_MS_MAX);
      runs += 1;
    }
    for (let index = 0; index < Math.ceil(count / engines.length); index++, runs++) {
      const seed = random.pick(seeds);
      read(engine.name, { ...seed, status: random.pick(STATUSES), body: spoil(seed.body, random) }, query, engine, 1000);
    }
  }
  say(`pages of ${engines.length} engines: ${runs} readings`);
  return runs + fuzzOwnReaders({ product, random, count, findings, say });
}

const drawn = <T>(list: readonly T[], count: number, random: Random): T[] => [...list].sort(() => random.next() - 0.5).slice(0, count);

/** Our own small parsers. */
function fuzzOwnReaders({ product, random, count, findings, say }: ReadParts): number {
  const regions = product.loadRegions();
  const names = ['Berlin', 'New York,New York,United States', 'US', '2840', 'London,England,United Kingdom', 'München', '東京'];
  let runs = 0;
  for (let index = 0; index < count / 4; index++, runs += 4) {
    const bytes = Buffer.from(
      spoil(random.pick(BROKEN_BODIES)[1].toString('utf8').slice(0, 3000) || '{"a":["b",{"c":null}]}', random).slice(0, 20_000),
    );
    attempt(
      'body reader',
      () => void product.readJson(bytes),
      bytes.toString('latin1'),
      findings,
      (error) => error instanceof product.ApiError && error.code === 400,
    );
    const name = random.chance(0.5) ? spoil(random.pick(names), random) : textOf(random, 200);
    attempt(
      'region',
      () => [regions.resolve(name), regions.near(name), regions.list({ query: name.slice(0, 200), items: 10, page: 1 })],
      name,
      findings,
    );
    const template = spoil('https://receiver.example/{:id:}/x?type={: type :}', random).slice(0, 3000);
    attempt('callback template', () => templateHolds(product, template), template, findings);
    const value = treeOf(random, ['a', 'b', 'c', 'd']);
    attempt('fingerprint', () => sameFingerprint(product, value), JSON.stringify(value), findings);
    const domain = random.chance(0.5) ? spoil('www.shop.co.uk', random).slice(0, 400) : textOf(random, 100);
    attempt('domain', () => domainHolds(product, domain), domain, findings);
  }
  say(`bodies, regions, templates, fingerprints, names: ${runs} readings`);
  return runs;
}

function attempt(
  name: string,
  work: () => unknown,
  input: string,
  findings: Findings,
  allowed: (error: unknown) => boolean = () => false,
): void {
  try {
    const problem = work();
    if (typeof problem === 'string') findings.add(`reader ${name}`, problem, input);
  } catch (error) {
    if (!allowed(error)) findings.add(`reader ${name}`, `threw ${(error as Error | undefined)?.stack?.slice(0, 300)}`, input);
  }
}

/** An accepted template leads to one host, whatever is filled in, and shows no password. */
function templateHolds({ callbackProblem, fillCallback, shownCallback }: Product, template: string): string | null {
  if (callbackProblem(template, { allowLoopback: false, allowNetworks: [] }) !== null) return null;
  const hosts = new Set(['a', '../@10.0.0.1/', '\\'].map((id) => new URL(fillCallback(template, id, id)).host));
  if (hosts.size !== 1) return `leads to ${[...hosts].join(' and ')}`;
  const shown = new URL(shownCallback(template)!.replace(/\{:.*?:\}/g, 'x'));
  return shown.username || shown.password ? 'shows a user' : null;
}

const shuffled = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(shuffled)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .reverse()
            .map(([name, inner]) => [name, shuffled(inner)]),
        )
      : value;
function sameFingerprint({ hashOf }: Product, body: unknown): string | null {
  if (hashOf(body) !== hashOf(shuffled(body))) return 'equal values differ';
  return hashOf(body) === hashOf([body]) ? 'different values are equal' : null;
}

function domainHolds({ readDomain }: Product, text: string): string | null {
  const read = readDomain(text, { allowExample: true });
  return 'problem' in read || /^[a-z0-9.:-]+$/.test(read.name) ? null : `reads ${read.name}`;
}
