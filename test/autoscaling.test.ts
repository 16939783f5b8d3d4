// The queries of the Kubernetes autoscaler, evaluated against the metrics of a running service with waiting jobs.
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resultPage, writeFolder } from './captures.ts';
import { ROOT } from './doc-samples.ts';
import { startTestService, type TestService } from './service.ts';

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The queries of a manifest, by the name of the object that they scale. */
const queriesIn = (file: string): string[][] =>
  readFileSync(path.join(ROOT, 'deploy', 'kubernetes', file), 'utf8')
    .split(/^---$/m)
    .filter((text) => /^kind: ScaledObject$/m.test(text))
    .flatMap((text) => [...text.matchAll(/^ +query: (.+)$/gm)].map((match) => [/^ {2}name: (\S+)$/m.exec(text)![1]!, match[1]!]));
const QUERIES = ['autoscaling.yaml', 'labelled-workers.example.yaml'].flatMap(queriesIn);

const samplesIn = (text: string): Sample[] =>
  [...text.matchAll(/^([a-z_]+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name, labels = '', value]) => ({
    name: name!,
    labels: Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, text]) => [label, text])),
    value: Number(value),
  }));

/** Evaluates `max(metric{label="text",other=~"pattern"})`, as Prometheus does. Throws on any other form. */
function evaluate(query: string, samples: readonly Sample[]): number {
  const [, name, matchers = ''] = /^max\((\w+)(?:\{(.*)\})?\)$/.exec(query)!;
  const pairs = matchers === '' ? [] : matchers.split(/,(?=\w+=)/).map((matcher) => /^(\w+)(=~?)"(.*)"$/.exec(matcher)!);
  const known = samples.filter((sample) => sample.name === name);
  if (known.length === 0) throw new Error(`no metric ${name}`);
  for (const [, label] of pairs) if (!known.some(({ labels }) => label! in labels)) throw new Error(`${name} has no label ${label}`);
  const matching = known.filter(({ labels }) =>
    pairs.every(([, label, operator, text]) => new RegExp(`^(?:${operator === '=' ? literal(text!) : text})$`).test(labels[label!] ?? '')),
  );
  if (matching.length === 0) throw new Error(`nothing matches ${query}`);
  return Math.max(...matching.map(({ value }) => value));
}
const literal = (text: string): string => text.replace(/[^\w]/g, '\\$&');

let folder: string;
let service: TestService;
let live: string;

beforeAll(async () => {
  folder = writeFolder({ 'index.jsonl': JSON.stringify({ file: 'bing/a.html', keyword: 'shoes' }), 'bing/a.html': resultPage('shoes') });
  service = await startTestService({ REPLAY_DIR: folder, ROUTE_LABELS: 'bing@DE=browser' }, false);
  ({ live } = await service.account());
});
afterAll(async () => {
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Prometheus adds these labels to everything that it reads through the ServiceMonitor. */
const SCRAPED = { namespace: 'sextant', service: 'sextant-operator' };
const metrics = async (): Promise<Sample[]> =>
  samplesIn((await service.admin('GET', '/metrics')).text).map((sample) => ({ ...sample, labels: { ...sample.labels, ...SCRAPED } }));
const values = async (): Promise<Record<string, number>> => {
  const samples = await metrics();
  return Object.fromEntries(QUERIES.map(([, query]) => [query!, evaluate(query!, samples)]));
};
/** Creates a job that has been due for this many seconds. */
async function queue(region: string, priority: string, ageSeconds: number): Promise<void> {
  const body = { keyword: `${region} ${priority}`, region, priority, searchEngine: 'bing', asynchronous: true };
  const { json } = await service.call('POST', '/serp/new', live, body);
  await service.database.db.query(
    { name: 'age', text: 'update queue set run_at = now() - make_interval(secs => $2) where object_id = $1' },
    [json.id, ageSeconds],
  );
}

const OURS = 'namespace="sextant",service="sextant-operator"';
const OLDEST = (priority: string, label: string) => `max(sextant_queue_oldest_seconds{${OURS},priority${priority},label="${label}"})`;
const RUNNING = (label: string) => `max(sextant_jobs_running{${OURS},label="${label}"})`;

describe('the queries of the autoscaler', () => {
  test('scale workers without a label and workers with one', () => {
    expect([...new Set(QUERIES.map(([name]) => name))]).toEqual(['sextant-worker', 'sextant-worker-browser']);
    expect(QUERIES).toHaveLength(6);
  });

  test('are 0 while nothing waits or runs', async () => {
    expect(Object.values(await values())).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test('return the age of the oldest job and the running jobs, by label', async () => {
    await queue('US', 'REALTIME', 100);
    await queue('US', 'NORMAL', 2000);
    await queue('DE', 'INSTANT', 300);
    await queue('DE', 'NORMAL', 5000);
    await queue('DE', 'LOW', 90_000);
    const found = await values();
    const expected = {
      [OLDEST('=~"INSTANT|REALTIME"', '')]: 100,
      [OLDEST('="NORMAL"', '')]: 2000,
      [OLDEST('=~"INSTANT|REALTIME"', 'browser')]: 300,
      [OLDEST('="NORMAL"', 'browser')]: 5000,
    };
    // The ages grow while the test runs.
    for (const [query, seconds] of Object.entries(expected)) {
      expect(found[query], query).toBeGreaterThanOrEqual(seconds);
      expect(found[query], query).toBeLessThan(seconds + 90);
    }

    await service.database.db.script(
      "select claim_jobs('browsers', 2, '{0,0}', '{browser}'); select claim_jobs('plain', 1, '{0,0}', array[''])",
    );
    const running = await values();
    expect(running[RUNNING('browser')]).toBe(2);
    expect(running[RUNNING('')]).toBe(1);
    expect(running[OLDEST('=~"INSTANT|REALTIME"', 'browser')]).toBe(0);
    expect(running[OLDEST('="NORMAL"', 'browser')]).toBe(0);
  });

  test('ignore other installations that the same Prometheus reads', async () => {
    const samples = await metrics();
    const others = samples.map((sample) => ({ ...sample, labels: { ...sample.labels, namespace: 'staging' }, value: 1e6 }));
    for (const [, query] of QUERIES) expect(evaluate(query!, [...samples, ...others]), query).toBe(evaluate(query!, samples));
  });

  test('would be noticed if a metric or a label did not exist', async () => {
    const samples = await metrics();
    expect(() => evaluate('max(sextant_queue_oldest)', samples)).toThrow('no metric');
    expect(() => evaluate('max(sextant_jobs_running{priority="LOW"})', samples)).toThrow('has no label');
    expect(() => evaluate(OLDEST('="NORMAL"', 'ru'), samples)).toThrow('nothing matches');
  });
});
