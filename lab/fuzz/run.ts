// Fuzzing from one seed: endpoints, raw HTTP, keys, races, page trees, parsers, providers, the SSRF guard, DNS rebinding, and leaks.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../paths.ts';
import { createRandom, type Random } from '../random.ts';
import { printLine, type Say, verdictOf } from '../report.ts';
import { fuzzBodies } from './bodies.ts';
import { fuzzDecompression } from './decompression.ts';
import { fuzzEndpoints } from './endpoints.ts';
import { createFindings, type Findings } from './findings.ts';
import { fuzzGuardedClient, fuzzGuardedService, fuzzGuardRules, type Honeypot, startHoneypot } from './guard.ts';
import { fuzzKeys } from './keys.ts';
import { loadWithSecrets, scan } from './leaks.ts';
import { fuzzParsers } from './parsers.ts';
import type { Product } from './product.ts';
import * as product from './product.ts';
import { fuzzProviders, fuzzWhois } from './providers.ts';
import { fuzzRaces } from './races.ts';
import { fuzzRaw } from './raw.ts';
import { fuzzRebinding } from './rebinding.ts';
import { TARGETS } from './requests.ts';
import { type Parrot, plantedSettings, searchFor, startParrot, type Texts } from './secrets.ts';
import { startService, type Target } from './service.ts';
import { type Sink, startSink } from './sink.ts';
import { fuzzTrees } from './trees.ts';

const NAMES = [
  ...Object.keys(TARGETS),
  'raw',
  'auth',
  'races',
  'trees',
  'parsers',
  'whois',
  'providers',
  'guard',
  'rebinding',
  'leaks',
  'bodies',
];
const COUNT = 45_000;
const KEPT_CALLBACKS = 5000;
/** The machine was too busy. The service retries by itself. */
const BUSY = /"error":"DatabaseUnavailable"/;
const PROBLEMS = /"level":"error"|unhandled|the worker died|FATAL|heap out of memory/i;

interface Wanted {
  readonly seed: number;
  readonly count: number;
  /** The targets that are attacked. */
  readonly only: ReadonlySet<string>;
}

interface Parts extends Wanted {
  readonly product: Product;
  readonly findings: Findings;
  readonly say: Say;
  readonly random: Random;
}

interface Totals {
  requests: number;
  parsers: number;
  guard: number;
  rebinding: number;
  leaks: number;
  connects: number;
}

function readWords(words: readonly string[]): Wanted {
  const option = (name: string): string | undefined => {
    const at = words.findIndex((word) => word === `--${name}` || word.startsWith(`--${name}=`));
    const word = words[at];
    return word === undefined ? undefined : word.includes('=') ? word.split('=')[1] : words[at + 1];
  };
  const only = new Set(option('only')?.split(',') ?? NAMES);
  for (const name of only) if (!NAMES.includes(name)) throw new Error(`There is no target “${name}”. Targets: ${NAMES.join(', ')}.`);
  return { seed: Number(option('seed') ?? Date.now() % 1_000_000), count: Number(option('count') ?? COUNT), only };
}

export async function runFuzz(words: readonly string[]): Promise<number> {
  const { seed, count, only } = readWords(words);
  const say = printLine;
  const folder = path.join(ROOT, 'lab', 'fuzz', 'results');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `seed-${seed}.jsonl`);
  rmSync(file, { force: true });
  const findings = createFindings(file, say);
  const random = createRandom(seed);
  say(`seed ${seed}, findings go to ${path.relative(ROOT, file)}`);
  const parts: Parts = { product, findings, say, random, seed, count, only };
  const totals: Totals = { requests: 0, parsers: readAll(parts), guard: 0, rebinding: 0, leaks: 0, connects: 0 };
  if (only.has('parsers'))
    totals.parsers += await fuzzDecompression({
      ...parts,
      random: random.fork('decompression'),
      count: Math.max(40, Math.round(count / 90)),
    });
  const honeypot = await startHoneypot();
  await guardAll(parts, honeypot, totals);
  await serviceAll(parts, honeypot, totals);
  if (only.has('bodies'))
    totals.requests += await fuzzBodies({ ...parts, random: random.fork('bodies'), count: Math.max(10, Math.round(count / 1500)) });
  totals.connects = honeypot.connects();
  if (totals.connects > 0) findings.add('guard', `${totals.connects} forbidden connections`, '');
  await honeypot.close();
  const found = findings.all.length;
  say(
    `FUZZ seed=${seed} requests=${totals.requests} parsers=${totals.parsers} guard=${totals.guard} rebinding=${totals.rebinding} connects=${totals.connects} leaks=${totals.leaks} findings=${found} ${verdictOf(found)}`,
  );
  return found === 0 ? 0 : 1;
}

function readAll({ only, random, count, ...parts }: Parts): number {
  let runs = 0;
  if (only.has('trees')) runs += fuzzTrees({ ...parts, random: random.fork('trees'), count });
  if (only.has('whois')) runs += fuzzWhois({ ...parts, random: random.fork('whois'), count: Math.round(count / 3) });
  if (only.has('providers')) runs += fuzzProviders({ ...parts, random: random.fork('providers'), count: Math.round(count / 3) });
  if (only.has('parsers')) runs += fuzzParsers({ ...parts, random: random.fork('parsers'), count: Math.round(count / 5) });
  return runs;
}

async function guardAll({ product, findings, random, count, only, say }: Parts, honeypot: Honeypot, totals: Totals): Promise<void> {
  if (only.has('guard')) {
    totals.guard += fuzzGuardRules({ product, random: random.fork('guard'), count: Math.max(5000, count), findings });
    totals.guard += await fuzzGuardedClient({ product, honeypot, findings });
    say(`guard: ${totals.guard} spellings and addresses, ${honeypot.connects()} forbidden connections`);
  }
  if (!only.has('rebinding')) return;
  const {
    tries: attempts,
    questions,
    caught,
  } = await fuzzRebinding({
    product,
    honeypot,
    random: random.fork('rebinding'),
    count: Math.max(330, Math.round(count / 100)),
    findings,
  });
  totals.rebinding = attempts;
  say(`rebinding: ${attempts} names, ${questions} questions, ${caught} forbidden connections`);
}

/** All targets that need a running service. Its secrets are planted, and its output is searched for them at the end. */
async function serviceAll({ findings, random, count, only, say }: Parts, honeypot: Honeypot, totals: Totals): Promise<void> {
  if (![...Object.keys(TARGETS), 'raw', 'auth', 'races', 'guard', 'leaks'].some((name) => only.has(name))) return;
  const [parrot, sink] = [await startParrot(), await startSink(KEPT_CALLBACKS)];
  const { settings, secrets } = plantedSettings(random.fork('secrets'), parrot);
  const target = await startService(settings);
  secrets.database = target.databasePassword;
  const share = (part: number): number => Math.max(20, Math.round(count * part));
  try {
    const openapi = JSON.parse(readFileSync(path.join(ROOT, 'docs', 'openapi.json'), 'utf8'));
    const ours = new Set(Object.keys(TARGETS).filter((name) => only.has(name)));
    if (ours.size > 0) {
      const { counts } = await fuzzEndpoints({
        target,
        openapi,
        random: random.fork('endpoints'),
        count: share(0.82),
        only: ours,
        findings,
        say,
        sink: sink.url,
        secrets,
      });
      totals.requests += Object.values(counts).reduce((sum, each) => sum + each, 0);
    }
    const { keys } = await target.account();
    const run = async (name: string, work: () => Promise<number>): Promise<void> => {
      if (!only.has(name)) return;
      const done = await work();
      totals.requests += done;
      say(`${name}: ${done} requests`);
    };
    await run('raw', () => fuzzRaw({ target, key: keys.test, random: random.fork('raw'), count: share(0.045), findings }));
    await run('auth', () => fuzzKeys({ target, random: random.fork('auth'), count: share(0.045), findings }));
    await run('races', () => fuzzRaces({ target, random: random.fork('races'), count: share(0.11), findings }));
    if (only.has('guard')) totals.guard += await fuzzGuardedService({ target, honeypot, findings });
    // Everything that the service wrote while it was attacked.
    if (only.has('leaks'))
      totals.leaks += searchAll({ target, secrets, metrics: await (await fetch(`${target.url}/metrics`)).text(), findings, say });
    for (const line of target.log().split('\n'))
      if (PROBLEMS.test(line) && !BUSY.test(line)) findings.add('log', 'the service complains', line.slice(0, 1000));
    if (!target.alive()) findings.add('service', 'it died', '');
  } finally {
    await target.stop();
  }
  if (only.has('leaks')) totals.leaks += await leakAll({ random, findings, say, parrot, sink, settings, secrets });
  await Promise.all([parrot.close(), sink.close()]);
}

interface SearchParts {
  readonly target: Target;
  readonly secrets: Texts;
  readonly metrics: string;
  readonly findings: Findings;
  readonly say: Say;
}

function searchAll({ target, secrets, metrics, findings, say }: SearchParts): number {
  const places = { log: target.log(), 'database log': target.postgresLog(), metrics };
  const hits = searchFor(secrets, places);
  for (const { name, place, around } of hits) findings.add('leak', `${name} in ${place}`, around);
  const bytes = Object.values(places).reduce((sum, text) => sum + text.length, 0);
  say(`leaks of the suite: ${(bytes / 1e6).toFixed(1)} MB searched, ${hits.length} hits`);
  return hits.length;
}

interface LeakParts extends Pick<Parts, 'random' | 'findings' | 'say'> {
  readonly parrot: Parrot;
  readonly sink: Sink;
  readonly settings: Readonly<Record<string, string>>;
  readonly secrets: Texts;
}

/** A separate service with an empty queue, so that every order is finished and every provider rejects its key. */
async function leakAll({ random, findings, say, parrot, sink, settings, secrets }: LeakParts): Promise<number> {
  const target = await startService({ ...settings, WORKER_CONCURRENCY: '50' });
  try {
    const own = { ...secrets, database: target.databasePassword };
    const loaded = await loadWithSecrets({ target, secrets: own, random: random.fork('leaks'), rounds: 5, sink });
    return await scan({ target, secrets: own, ...loaded, sink, parrot, findings, say });
  } finally {
    await target.stop();
  }
}
