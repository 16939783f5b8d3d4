// Metrics, rules and the dashboard agree: what Prometheus and Grafana ask for is what the service exposes.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
// @ts-expect-error: a script without types.
import { grafanaDashboard } from '../scripts/grafana/dashboard.mjs';
import { ALERT_RULES } from '../src/contract/alerts.ts';
import { METRICS, type MetricDefinition } from '../src/platform/metric-table.ts';
import { createMetrics } from '../src/platform/metrics.ts';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const FOLDER = 'deploy/prometheus';
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const table: Readonly<Record<string, MetricDefinition>> = METRICS;

/** Every label that Prometheus or our registry adds. */
const COMMON = ['role', 'job', 'instance', 'le', 'kind'];
const STANDARD = /^(?:process|nodejs)_/;

interface Rule {
  readonly name: string;
  readonly expr: string;
}

/** The rules of a file. Its layout is fixed, so no YAML parser is needed: `expr: …`, or `expr: >-` with deeper lines. */
function rulesIn(file: string, kind: 'alert' | 'record'): Rule[] {
  return read(file)
    .split(new RegExp(`^ {6}- ${kind}: `, 'm'))
    .slice(1)
    .map((text) => {
      const expr = /^ {8}expr: (?:>-\n((?: {10}.*\n)+)|(.*)\n)/m.exec(text)!;
      return { name: text.slice(0, text.indexOf('\n')), expr: (expr[1] ?? expr[2]!).replace(/\s+/g, ' ').trim() };
    });
}

/** The metrics of an expression without the suffixes of histograms, and the labels that it selects or groups by. */
function namesIn(expr: string): { metrics: string[]; labels: string[] } {
  const bare = expr.replace(/"[^"]*"/g, '""');
  const metrics = [...bare.matchAll(/\b(?:(?:sextant|process|nodejs)_\w+(?::\w+)?|\w+:sextant_\w+(?::\w+)?)/g)].map(([name]) => name);
  const selected = [...bare.matchAll(/\{([^}]*)\}/g)].flatMap(([, inside]) => [...inside!.matchAll(/(\w+)\s*(?:=~|!=|!~|=)/g)]);
  const grouped = [...bare.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, inside]) => [...inside!.matchAll(/(\w+)/g)]);
  return { metrics, labels: [...selected, ...grouped].map(([, label]) => label!) };
}

const alerts = rulesIn(`${FOLDER}/alerts.yaml`, 'alert');
const records = rulesIn(`${FOLDER}/recording-rules.yaml`, 'record');
const panels = (JSON.parse(read('deploy/grafana/sextant.json')) as { panels: { title: string; targets?: { expr: string }[] }[] }).panels;
const expressions: Rule[] = [
  ...alerts,
  ...records,
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ name: title, expr }))),
];

/** Returns what is wrong with an expression, or null. */
function problemOf({ expr }: Rule): string | null {
  const { metrics, labels } = namesIn(expr);
  if (metrics.length === 0) return 'no metric';
  const known = new Set(COMMON);
  for (const name of metrics) {
    if (STANDARD.test(name) || records.some((record) => record.name === name)) continue;
    const base = name in table ? name : name.replace(/_(?:bucket|count|sum)$/, '');
    const metric = table[base];
    if (!metric || (base !== name && metric.type !== 'histogram')) return `unknown metric ${name}`;
    for (const label of metric.labels) known.add(label);
  }
  const unknown = labels.find((label) => !known.has(label));
  return unknown === undefined ? null : `unknown label ${unknown}`;
}

const promtool = (args: readonly string[], input = ''): { status: number | null; printed: string } => {
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: ROOT, input, encoding: 'utf8' });
  return { status, printed: stdout + stderr };
};
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

describe('expressions in rules and panels', () => {
  test('use metrics and labels of the metric table', () => {
    expect([alerts.length > 12, records.length > 6, expressions.length > 60]).toEqual([true, true, true]);
    expect(expressions.map((one) => ({ ...one, problem: problemOf(one) })).filter(({ problem }) => problem !== null)).toEqual([]);
  });
  test('with an unknown metric or label are found', () => {
    expect(problemOf({ name: '', expr: 'max(sextant_worker)' })).toBe('unknown metric sextant_worker');
    expect(problemOf({ name: '', expr: 'rate(sextant_workers_count[5m])' })).toBe('unknown metric sextant_workers_count');
    expect(problemOf({ name: '', expr: 'sum by (queue) (sextant_workers)' })).toBe('unknown label queue');
    expect(problemOf({ name: '', expr: 'sextant_workers{priority="LOW"}' })).toBe('unknown label priority');
  });
  test('show every metric in a panel', () => {
    const shown = new Set(panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => namesIn(expr).metrics)));
    const missing = Object.entries(table).filter(([name, { type }]) => !shown.has(type === 'histogram' ? `${name}_bucket` : name));
    expect(missing).toEqual([]);
  });
});

describe('the rules', () => {
  const tests = read(`${FOLDER}/tests/alerts.yaml`);
  test.each(alerts)('have tests in which $name fires and stays quiet', ({ name }) => {
    const own = tests.split(/^ {2}- name: /m).filter((one) => one.startsWith(`${name} `) && one.includes(`alertname: ${name}\n`));
    expect(own.map((one) => [one.startsWith(`${name} fires\n`), one.includes('exp_alerts: []')])).toEqual([
      [true, false],
      [false, true],
    ]);
  });
  test('that record have a test with a value', () => {
    const values = read(`${FOLDER}/tests/recording-rules.yaml`);
    expect(records.filter(({ name }) => !values.includes(`- expr: ${name}\n`))).toEqual([]);
  });
  test.skipIf(!hasPromtool)('pass promtool', () => {
    const files = ['alerts', 'recording-rules'];
    expect(promtool(['check', 'rules', ...files.map((file) => `${FOLDER}/${file}.yaml`)])).toMatchObject({ status: 0 });
    expect(promtool(['test', 'rules', ...files.map((file) => `${FOLDER}/tests/${file}.yaml`)])).toMatchObject({ status: 0 });
  });
});

test('every alert has a runbook', () => {
  const rows = [...read('docs/operations.md').matchAll(/^\| `(Sextant\w+)` \| .+ \| \[.+\]\(.*#.+\) \|$/gm)];
  expect(rows.map(([, name]) => name).sort()).toEqual(alerts.map(({ name }) => name).sort());
});

test('every built-in alert is listed with the name of its rule', () => {
  const [, section = ''] = read('docs/operations.md').split('### Built-in alerts');
  const rows = [...section.split(/^### /m)[0]!.matchAll(/^\| [^|`]+ \| `(\w+)` \| .+ \|$/gm)];
  expect(rows.map(([, name]) => name).sort()).toEqual([...ALERT_RULES].sort());
});

describe('the metrics', () => {
  test('are listed in docs/operations.md with their labels', () => {
    const rows = [...read('docs/operations.md').matchAll(/^\| `(sextant_\w+)` \| ([\w, ]*) ?\| .+ \|$/gm)];
    const listed = Object.fromEntries(rows.map(([, name, labels]) => [name!, labels!.trim()]));
    expect(listed).toEqual(Object.fromEntries(Object.entries(table).map(([name, { labels }]) => [name, labels.join(', ')])));
  });
  test.each(['api', 'worker'])('of the role %s have names that fit their types', async (role) => {
    const text = await createMetrics(role).text([]);
    const types = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) => ({ name: name!, type: type! }));
    expect(types.length).toBeGreaterThan(40);
    expect(types.filter(({ name, type }) => name.endsWith('_total') !== (type === 'counter'))).toEqual([]);
    if (hasPromtool) expect(promtool(['check', 'metrics'], text)).toEqual({ status: 0, printed: '' });
  });
  test('of a worker say nothing about the database', async () => {
    expect(await createMetrics('worker').text([])).not.toMatch(/^sextant_(?:database_up|workers)\b/m);
  });
});

test('the choices of the Grafana dashboard come from a metric of every process', async () => {
  const { templating } = JSON.parse(read('deploy/grafana/sextant.json')) as { templating: { list: { definition?: string }[] } };
  const metrics = templating.list.flatMap(({ definition = '' }) => /^label_values\((\w+)\{/.exec(definition)?.[1] ?? []);
  expect(metrics).toHaveLength(2);
  for (const role of ['api', 'worker']) {
    const text = await createMetrics(role).text([]);
    for (const name of metrics) expect(text).toMatch(new RegExp(`^${name}\\{.*role="${role}"`, 'm'));
  }
});

test('the Grafana dashboard is up to date: run npm run grafana', () => {
  expect(read('deploy/grafana/sextant.json')).toBe(grafanaDashboard(METRICS));
});

test('a duration has seconds in Grafana, and a share is 0 to 100%', () => {
  interface Panel {
    readonly title: string;
    readonly fieldConfig?: { readonly defaults: { readonly unit: string; readonly max?: number } };
    readonly targets?: readonly { readonly expr: string }[];
  }
  const { panels: shown } = JSON.parse(read('deploy/grafana/sextant.json')) as { panels: Panel[] };
  const of = (name: string) => shown.filter(({ targets = [] }) => targets.some(({ expr }) => expr.includes(name)));
  for (const [name, metric] of Object.entries(table)) {
    if (metric.type !== 'histogram') continue;
    const units = of(name).map(({ fieldConfig }) => fieldConfig!.defaults.unit);
    expect([name, new Set(units)]).toEqual([name, new Set(name.endsWith('_seconds') ? ['cps', 's'] : ['cps', 'percentunit'])]);
  }
  const means = of('sextant_cross_check_agreement_sum');
  expect(means.map(({ title, fieldConfig }) => [title, fieldConfig!.defaults.unit, fieldConfig!.defaults.max])).toEqual([
    ['Agreement of sources by engine: mean', 'percentunit', 1],
    ['Agreement of sources by pair: mean', 'percentunit', 1],
  ]);
});
