// Prometheus reads the metrics of the running service, and runs every expression of our rules and of the Grafana dashboard.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { METRICS, type MetricDefinition } from '#product/platform/metric-table.js';
import { callJson, freePort, listen } from '../../net.ts';
import { ROOT } from '../../paths.ts';
import { isGood, until } from '../../wait.ts';
import { type CompatibilityCheck, Missing, type Site } from '../check.ts';

const RULES = path.join(ROOT, 'deploy', 'prometheus');
const DASHBOARD = path.join(ROOT, 'deploy', 'grafana', 'sextant.json');
const WAIT_MS_MAX = 60_000;
const TABLE: Readonly<Record<string, MetricDefinition>> = METRICS;

/** Metrics that a service has only with S3 storage, providers, tracing, overload or blocked sources. */
const NOT_USED =
  /^sextant_(?:large_results|blob|provider|trace|http_rejected|source_cooldown|tracking_checks|dns_lookups_total|maintenance)/;
/** Metrics of searches with live keys. */
const LIVE_ONLY = /^sextant_(?:results_by_quality|cross_check|canary|layouts|open_cases|unknown_layout_pages)/;
/** All other metrics must have values. */
const mayBeEmpty = (name: string): boolean => NOT_USED.test(name) || LIVE_ONLY.test(name);

function versionOf(program: string): string {
  const { status, stdout, stderr } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  if (status !== 0) throw new Missing(`${program} is not installed`);
  return /version (\d+\.\d+\.\d+)/.exec(stdout + stderr)?.[1] ?? 'unknown';
}

function promtool(args: readonly string[], input = ''): void {
  const { status, stdout, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8' });
  assert.equal(status, 0, `promtool ${args.slice(0, 2).join(' ')}: ${stdout}${stderr}`);
}

const exposition = async ({ url, adminToken }: Site): Promise<string> =>
  (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${adminToken}` } })).text();

/** One request of each kind with a callback, so that most metrics have values. */
async function doWork({ url, key }: Site): Promise<void> {
  const receiver = createServer((request, response) => {
    request.resume();
    response.end();
  });
  try {
    const callback = `http://127.0.0.1:${await listen(receiver)}/`;
    const body = { keyword: 'coffee', region: 'US', callback };
    const create = async (kind: string, fields: object): Promise<string> => {
      const { status, text, json } = await callJson(`${url}/${kind}`, 'POST', key, fields);
      assert.ok(status < 300, `${kind}: ${status} ${text}`);
      return json.id;
    };
    await create('keyword/new', { keywords: ['coffee'], region: 'US' });
    await create('serp/new', { ...body, keyword: 'test:blocked' });
    const id = await create('serp/new', body);
    let last = '';
    const isSent = async (): Promise<boolean> => {
      const { json, text } = await callJson(`${url}/serp/${id}`, 'GET', key);
      last = text;
      return json.callbackExecuted === true;
    };
    await until(isSent, { msMax: WAIT_MS_MAX, problem: () => `the callback was not sent: ${last.slice(0, 500)}` });
  } finally {
    receiver.close();
    receiver.closeAllConnections();
  }
}

interface Sample {
  readonly name: string;
  readonly labels: readonly string[];
}

/** The samples in the text of /metrics. */
function samplesIn(text: string): Sample[] {
  return [...text.matchAll(/^([a-z]\w*)(?:\{(.*)\})? \S+$/gm)].map(([, name, labels = '']) => ({
    name: name!,
    labels: [...labels.matchAll(/(\w+)="(?:[^"\\]|\\.)*"/g)].map(([, label]) => label!),
  }));
}

/** The exposed metrics are those of the table, with its labels. */
function checkSamples(text: string): void {
  const samples = samplesIn(text);
  for (const [name, { type, labels }] of Object.entries(TABLE)) {
    assert.match(text, new RegExp(`^# TYPE ${name} ${type}$`, 'm'));
    const own = samples.filter((sample) => sample.name === (type === 'histogram' ? `${name}_count` : name));
    for (const sample of own) assert.deepEqual([...sample.labels].sort(), [...labels, 'role'].sort(), `labels of ${name}`);
    if (!mayBeEmpty(name)) assert.ok(own.length > 0, `${name} has no value`);
  }
}

interface Queried {
  readonly status: string;
  readonly error?: string;
  readonly warnings?: readonly string[];
  readonly data?: { readonly result: readonly unknown[] };
}

/** Runs an expression as Grafana sends it. Returns the number of series. */
async function seriesOf(prometheus: string, expr: string): Promise<number> {
  const query = expr.replaceAll('$__rate_interval', '1m').replaceAll(/\$(?:job|instance)/g, '.*');
  const answer = (await (await fetch(`${prometheus}/api/v1/query?${new URLSearchParams({ query })}`)).json()) as Queried;
  assert.deepEqual([answer.status, answer.error, answer.warnings ?? []], ['success', undefined, []], expr);
  return answer.data!.result.length;
}

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets?: readonly { readonly expr: string }[] }[];
}

/** Every panel shows something if the service exposes a value of its metric. */
async function checkDashboard(prometheus: string, text: string): Promise<void> {
  const exposed = new Set(samplesIn(text).map(({ name }) => name));
  const { panels } = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as Dashboard;
  for (const { title, targets = [] } of panels) {
    for (const { expr } of targets) {
      const names = [...expr.matchAll(/\b(?:sextant|process|nodejs)_\w+/g)].map(([name]) => name);
      assert.ok(names.length > 0, expr);
      const isExposed = names.every((name) => exposed.has(name));
      if (!isExposed) assert.ok(names.some(mayBeEmpty), `the panel "${title}" asks for ${names.join(', ')}`);
      const count = await seriesOf(prometheus, expr);
      assert.ok(count > 0 || !isExposed, `the panel "${title}" is empty: ${expr}`);
    }
  }
}

interface RuleState {
  readonly name: string;
  readonly health: string;
  readonly lastError?: string;
  readonly state?: string;
}

async function rulesOf(prometheus: string): Promise<RuleState[]> {
  const { data } = (await (await fetch(`${prometheus}/api/v1/rules`)).json()) as { data: { groups: { rules: RuleState[] }[] } };
  return data.groups.flatMap(({ rules }) => rules);
}

/** Starts Prometheus on the service and on our rules. */
async function startPrometheus({ url, folder, adminToken }: Site): Promise<{ prometheus: string; child: ChildProcess }> {
  const config = `global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: [${RULES}/alerts.yaml, ${RULES}/recording-rules.yaml]
scrape_configs:
  - job_name: sextant
    authorization: { credentials: ${adminToken} }
    static_configs: [{ targets: ['${new URL(url).host}'] }]
`;
  writeFileSync(path.join(folder, 'prometheus.yml'), config);
  const host = `127.0.0.1:${await freePort()}`;
  const args = [`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/data`, `--web.listen-address=${host}`];
  const child = spawn('prometheus', args, { stdio: 'ignore' });
  const prometheus = `http://${host}`;
  await until(() => isGood(`${prometheus}/-/ready`), { msMax: WAIT_MS_MAX, problem: () => 'Prometheus did not start' });
  return { prometheus, child };
}

export const PROMETHEUS_CHECKS: readonly CompatibilityCheck[] = [
  {
    name: 'prometheus-promtool',
    area: 'Observability',
    tool: 'promtool',
    what: '`check metrics` on `/metrics` of a running service, `check rules` and `test rules` on `deploy/prometheus`',
    run: async (site) => {
      const version = versionOf('promtool');
      await doWork(site);
      const text = await exposition(site);
      promtool(['check', 'metrics'], text);
      checkSamples(text);
      promtool(['check', 'rules', `${RULES}/alerts.yaml`, `${RULES}/recording-rules.yaml`]);
      promtool(['test', 'rules', ...readdirSync(`${RULES}/tests`).map((file) => `${RULES}/tests/${file}`)]);
      return { version };
    },
  },
  {
    name: 'prometheus-dashboard',
    area: 'Observability',
    tool: 'Prometheus',
    what: 'scrapes a running service, evaluates the rules, and runs every expression of the Grafana dashboard',
    run: async (site) => {
      const version = versionOf('prometheus');
      const { prometheus, child } = await startPrometheus(site);
      try {
        const sees = (expr: string) =>
          until(async () => (await seriesOf(prometheus, expr)) > 0, {
            msMax: WAIT_MS_MAX,
            problem: () => `Prometheus does not see ${expr}`,
          });
        // A counter that appears with its first value has no rate yet.
        await doWork(site);
        await sees('sextant_callbacks_total');
        await doWork(site);
        await sees('rate(sextant_callbacks_total[1m]) > 0');
        await checkDashboard(prometheus, await exposition(site));
        await until(async () => (await rulesOf(prometheus)).every(({ health }) => health !== 'unknown'), {
          msMax: WAIT_MS_MAX,
          problem: () => 'the rules were not evaluated',
        });
        const rules = await rulesOf(prometheus);
        assert.deepEqual(
          rules.filter(({ health }) => health !== 'ok'),
          [],
        );
        assert.deepEqual(
          rules.filter(({ state }) => state === 'firing'),
          [],
          'alerts fire on a healthy service',
        );
        for (const { name } of rules.filter(({ state }) => state === undefined)) await sees(name);
        return { version };
      } finally {
        child.kill();
        await once(child, 'exit');
      }
    },
  },
];
