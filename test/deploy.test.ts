import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { METHODS, WEBPAGE } from '../src/api/compat/serper/methods.ts';
import { SETTINGS } from '../src/config.ts';
import { LOOKUPS } from '../src/contract/vocabulary.ts';
import { METRICS } from '../src/platform/metric-table.ts';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const FOLDER = 'deploy/kubernetes';
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const without = (text: string): string => text.replace(/^\s*#.*$/gm, '');

/** Every manifest with its kind and name. They are simple enough to be parsed line by line. */
const manifests = readdirSync(path.join(ROOT, FOLDER))
  .filter((file) => file !== 'kustomization.yaml')
  .flatMap((file) =>
    without(read(`${FOLDER}/${file}`))
      .split(/^---$/m)
      .map((text) => ({
        file,
        text,
        kind: /^kind: (\S+)$/m.exec(text)?.[1],
        name: /^metadata:\n {2}name: (\S+)$/m.exec(text)?.[1],
      })),
  );
const manifest = (kind: string, name: string): string => manifests.find((one) => one.kind === kind && one.name === name)!.text;
const numberIn = (text: string, pattern: RegExp): number => Number(pattern.exec(text)![1]);
const deployments = ['sextant-api', 'sextant-worker'].map((name) => ({ name, text: manifest('Deployment', name) }));

const others = /^(?:NODE_ENV|POSTGRES_(?:USER|DB|PASSWORD))$/;

describe('the manifests', () => {
  test('each have a kind and a name', () => {
    expect(manifests.filter(({ kind, name }) => !kind || !name)).toEqual([]);
  });
  test('are all listed in the kustomization, except for the examples', () => {
    const listed = [...read(`${FOLDER}/kustomization.yaml`).matchAll(/^ {2}- (\S+\.yaml)$/gm)].map((match) => match[1]!);
    expect([...listed, 'secret.example.yaml', 'labelled-workers.example.yaml'].sort()).toEqual(
      [...new Set(manifests.map(({ file }) => file))].sort(),
    );
  });
  test('use no tabs and indent by two', () => {
    for (const { file, text } of manifests) {
      expect([file, /\t/.test(text)]).toEqual([file, false]);
      expect([file, text.split('\n').filter((line) => (/^ */.exec(line)![0].length & 1) === 1)]).toEqual([file, []]);
    }
  });
});

describe('settings in image, compose file and manifests', () => {
  const given = [
    ...[...read('Dockerfile').matchAll(/^ENV (.+)$/gm)].flatMap((match) => [...match[1]!.matchAll(/([A-Z_]+)=/g)].map((name) => name[1]!)),
    ...[...without(read('deploy/compose.yaml')).matchAll(/^ {4,6}([A-Z][A-Z0-9_]+):/gm)].map((match) => match[1]!),
    ...manifests.flatMap(({ text }) => [
      ...[...text.matchAll(/name: ([A-Z][A-Z0-9_]+),/g)].map((match) => match[1]!),
      ...[...text.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map((match) => match[1]!),
    ]),
  ];
  test('all exist', () => {
    expect(given.length).toBeGreaterThan(15);
    expect([...new Set(given)].filter((name) => !(name in SETTINGS) && !others.test(name))).toEqual([]);
  });
  test('run in production mode', () => {
    expect(read('Dockerfile')).toMatch(/^ENV .*\bMODE=production\b/m);
    expect(read('deploy/compose.yaml')).toMatch(/x-node:[\s\S]*?\n {4}MODE: production\n/);
    expect(manifest('ConfigMap', 'sextant')).toMatch(/^ {2}MODE: production$/m);
    for (const { text } of deployments) expect(text).toContain('configMapRef: { name: sextant }');
  });
  test('that are secret are only in the secret', () => {
    const secrets = new Set(
      Object.entries(SETTINGS)
        .filter(([, { secret }]) => secret)
        .map(([name]) => name),
    );
    const open = manifests.filter(({ kind }) => kind !== 'Secret').flatMap(({ text }) => [...text.matchAll(/\b([A-Z][A-Z0-9_]{3,})\b/g)]);
    expect(open.map((match) => match[1]!).filter((name) => secrets.has(name))).toEqual([]);
  });
});

describe('shutdown', () => {
  const drain = numberIn(manifest('ConfigMap', 'sextant'), /DRAIN_SECONDS: "(\d+)"/);
  test.each(deployments)('gives $name longer than it needs', ({ text }) => {
    const grace = numberIn(text, /terminationGracePeriodSeconds: (\d+)/);
    const before = Number(/preStop: .*sleep, "(\d+)"/.exec(text)?.[1] ?? 0);
    // After the drain, busy connections get 5 s, callbacks 15 s and children 25 s before they are killed.
    expect(grace).toBeGreaterThan(before + drain + 25);
  });
  test('takes as long in the compose file', () => {
    expect(numberIn(read('deploy/compose.yaml'), /x-node:[\s\S]*?stop_grace_period: (\d+)s/)).toBeGreaterThan(40);
  });
});

describe('the API', () => {
  const { text } = deployments[0]!;
  test('is probed on its port, and killed only when its liveness check fails', () => {
    const ports = new Map([...text.matchAll(/\{ name: (\w+), containerPort: (\d+) \}/g)].map((match) => [match[1], match[2]]));
    expect(ports.get('http')).toBe(/name: PORT, value: "(\d+)"/.exec(text)![1]);
    expect(ports.get('operator')).toBe(/name: ADMIN_PORT, value: "(\d+)"/.exec(text)![1]);
    expect(text).toMatch(/readinessProbe: \{ httpGet: \{ path: \/readyz, port: http \}/);
    expect(text).toMatch(/livenessProbe: \{ httpGet: \{ path: \/healthz, port: http \}/);
    for (const probed of ['/readyz', '/healthz']) expect(read('src/api/routes/health.ts')).toContain(probed);
  });
  test('and the workers keep most of their pods during a disruption', () => {
    for (const { name } of deployments) expect(manifest('PodDisruptionBudget', name)).toMatch(/maxUnavailable: (?:1|25%)\n/);
  });
});

describe('every container', () => {
  const pods = manifests.filter(({ kind }) => kind === 'Deployment' || kind === 'Job');
  test.each(pods)('of $name runs without privileges it does not need', ({ text }) => {
    for (const words of ['runAsNonRoot: true', 'allowPrivilegeEscalation: false', 'readOnlyRootFilesystem: true', 'drop: [ALL]'])
      expect(text).toContain(words);
  });
  test.each(pods)('of $name runs a command that exists', ({ text }) => {
    expect(read('src/runners.ts')).toMatch(new RegExp(`^  ${/args: \[(\w+)\]/.exec(text)![1]}[:,]`, 'm'));
  });
});

describe('the autoscaler', () => {
  const text = manifest('ScaledObject', 'sextant-worker');
  test('uses metrics that exist', () => {
    const asked = [...text.matchAll(/query: max\((\w+)/g)].map((match) => match[1]!);
    expect(asked).toContain('sextant_queue_oldest_seconds');
    for (const name of asked) expect(METRICS).toHaveProperty(name);
  });
});

describe('the alert rules for Prometheus', () => {
  const text = without(read('deploy/prometheus/alerts.yaml'));
  test('use metrics that exist', () => {
    const asked = [...new Set([...text.matchAll(/\bsextant_\w+/g)].map(([name]) => name))];
    expect(asked.length).toBeGreaterThan(8);
    for (const name of asked) expect(METRICS).toHaveProperty(name.replace(/_(?:bucket|count|sum)$/, ''));
  });
  test('each have a severity and a summary', () => {
    const rules = text.split(/^ {6}- alert: /m).slice(1);
    expect(rules.length).toBeGreaterThan(8);
    for (const rule of rules) expect(rule).toMatch(/severity: (?:critical|warning)\n[\s\S]*summary: \S/);
  });
});

describe('the image', () => {
  const text = read('Dockerfile');
  const last = text.split(/^FROM /m).at(-1)!;
  test('has no build tools, an ordinary user and a health check', () => {
    expect(text.match(/^FROM /gm)!.length).toBeGreaterThan(1);
    expect(last).toMatch(/^USER node$/m);
    expect(last).toMatch(/^HEALTHCHECK /m);
    expect(last).not.toMatch(/npm (?:ci|install|run)/);
  });
  test('is built from files that exist and are not ignored', () => {
    const kept = new Set([...read('.dockerignore').matchAll(/^!(\S+)$/gm)].map((match) => match[1]!));
    const copied = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap((match) => match[1]!.split(' '));
    expect(copied.filter((file) => !existsSync(path.join(ROOT, file)) || !kept.has(file))).toEqual([]);
  });
});

describe('the compose file', () => {
  test('has a health check for every service that another one waits for', () => {
    const services = read('deploy/compose.yaml')
      .split(/^services:$/m)[1]!
      .split(/^(?= {2}[a-z]+:$)/m);
    const waited = [...read('deploy/compose.yaml').matchAll(/^ +(\w+): \{ condition: service_healthy \}$/gm)].map((match) => match[1]!);
    expect(waited).toContain('api');
    for (const name of waited)
      expect(
        services.find((text) => text.startsWith(`  ${name}:`)),
        name,
      ).toMatch(/^ {4}healthcheck:\n {6}test:/m);
  });
});

describe('the version', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  test('is the same in package, image and chart', () => {
    const chart = read('deploy/helm/sextant/Chart.yaml');
    expect([
      /^ARG VERSION=(\S+)$/m.exec(read('Dockerfile'))![1],
      /^version: (\S+)$/m.exec(chart)![1],
      /^appVersion: "(\S+)"$/m.exec(chart)![1],
    ]).toEqual([version, version, version]);
  });
});

describe('the Helm chart', () => {
  const FILES = readdirSync(path.join(ROOT, 'deploy/helm/sextant/templates'));
  const templates = FILES.map((file) => read(`deploy/helm/sextant/templates/${file}`)).join('\n');
  const values = without(read('deploy/helm/sextant/values.yaml'));
  const schema = JSON.parse(read('deploy/helm/sextant/values.schema.json')) as {
    properties: Record<string, { properties?: object }> & { settings: { propertyNames: { not: { enum: string[] } } } };
  };
  test('describes every value in its schema', () => {
    const names = [...values.matchAll(/^([a-zA-Z]+):/gm)].map((match) => match[1]!);
    expect(names.filter((name) => !(name in schema.properties))).toEqual([]);
    expect(Object.keys(schema.properties).filter((name) => !names.includes(name))).toEqual(['global']);
  });
  test('has an ingress only together with the proxies that it trusts', () => {
    const isValid = new Ajv({ strict: false }).compile(schema);
    const given = { image: { repository: 'sextant' }, existingSecret: 'sextant', settings: {}, api: {}, worker: {} };
    const ingress = { enabled: true, host: 'tools.example' };
    expect(isValid({ ...given, ingress: { enabled: false }, trustProxy: '' })).toBe(true);
    expect(isValid({ ...given, ingress, trustProxy: '' })).toBe(false);
    expect(isValid({ ...given, ingress, trustProxy: '10.0.0.0/8' })).toBe(true);
    expect(templates).toContain('TRUST_PROXY: {{ . | quote }}');
  });
  test('uses values that exist', () => {
    const used = [...new Set([...templates.matchAll(/\.Values\.([a-zA-Z.]+)/g)].map((match) => match[1]!))];
    expect(used.length).toBeGreaterThan(20);
    const last = (name: string): string => name.split('.').at(-1)!;
    expect(used.filter((name) => !new RegExp(`^ *${last(name)}:`, 'm').test(values))).toEqual([]);
  });
  test('names settings that exist, and takes no secret as a plain value', () => {
    const given = [...values.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm), ...templates.matchAll(/^([A-Z][A-Z0-9_]+):/gm)].map(
      (match) => match[1]!,
    );
    expect(given.length).toBeGreaterThan(5);
    expect(given.filter((name) => !(name in SETTINGS))).toEqual([]);
    const rejected = schema.properties.settings.propertyNames.not.enum;
    expect(rejected.filter((name) => !(name in SETTINGS))).toEqual([]);
    for (const name of ['DATABASE_URL', 'KEY_PEPPER', 'ADMIN_TOKEN']) expect(rejected).toContain(name);
  });
  test('has the probes, the metrics and the safety of the manifests', () => {
    for (const words of [
      'runAsNonRoot: true',
      'allowPrivilegeEscalation: false',
      'readOnlyRootFilesystem: true',
      'drop: [ALL]',
      '/readyz',
      '/healthz',
    ])
      expect(templates).toContain(words);
    const triggers = (text: string): string[] => [...text.matchAll(/query: (max\(.+\))$/gm)].map((match) => match[1]!);
    const ofChart = triggers(templates).map((query) =>
      query.replace('{{ .Release.Namespace }}', 'sextant').replace('{{ include "sextant.name" . }}', 'sextant'),
    );
    expect(ofChart).toEqual(triggers(manifest('ScaledObject', 'sextant-worker')));
  });
});

describe('the proxies', () => {
  test.each(['nginx.conf', 'Caddyfile', 'traefik.yaml'])(
    'of %s wait as long as a synchronous create and close connections first',
    (file) => {
      const text = read(`deploy/proxies/${file}`);
      expect(SETTINGS.SYNC_WAIT_SECONDS.fallback).toBeLessThan(300);
      expect(text).toMatch(/(?:proxy_read_timeout|response_header_timeout|responseHeaderTimeout):? 300s/);
      expect(text).toMatch(/(?:keepalive_timeout|keepalive|idleConnTimeout):? 60s/);
      expect(text).toMatch(/proxy_buffering off|flush_interval -1|flushInterval: -1ms/);
      expect(text).toContain('TRUST_PROXY');
      expect(text).toContain('MCP_ALLOWED_HOSTS');
    },
  );
  test.each(['nginx.conf', 'proxies/nginx.conf'])('of %s repeat no GET that costs credits', (file) => {
    const [, pattern, inside] = /^ {2}location ~ (\S+) \{\n([\s\S]+?)^ {2}\}/m.exec(read(`deploy/${file}`))!;
    expect(inside).toContain('proxy_next_upstream off;');
    const charged = new RegExp(pattern!);
    const paths = [
      ...LOOKUPS.map((name) => `/${name}/shop.example`),
      ...METHODS.map(({ name }) => `/${name}`),
      `/${WEBPAGE}`,
      '/search.json',
      '/search.html',
    ];
    expect(paths.filter((one) => !charged.test(one))).toEqual([]);
    expect(['/', '/serp/new', '/searches/x', '/user', '/v3/serp/google/images/task_post'].filter((one) => charged.test(one))).toEqual([]);
  });
});

describe('the documented commands', () => {
  const [containers] = /## Containers\n\n```sh\n[\s\S]+?```/.exec(read('docs/operations.md'))!;
  test('create the namespace and the secret before the objects that need them', () => {
    const { namespace } = /^metadata:\n {2}name: sextant\n {2}namespace: (?<namespace>\S+)$/m.exec(read(`${FOLDER}/secret.example.yaml`))!
      .groups!;
    const lines = containers.split('\n').filter((line) => /^(?:kubectl|helm)/.test(line));
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/namespace\.yaml .*secret\.example\.yaml/);
    expect(lines[2]).toContain(`--namespace ${namespace} `);
    expect(lines[2]).toContain('instead of the line above');
    expect(read('deploy/helm/sextant/values.yaml')).toMatch(/^existingSecret: sextant$/m);
  });
  test('install the unit from the package, with the paths that it names', () => {
    const recipe = read('docs/operations.md').split('## Installing on Debian')[1]!.split('\n## ')[0]!;
    const { name, files } = JSON.parse(read('package.json')) as { name: string; files: string[] };
    expect(files).toContain('deploy/systemd');
    expect(recipe).toContain(`/usr/local/lib/node_modules/${name}/deploy/systemd/sextant.service /etc/systemd/system/sextant.service`);
    const unit = read('deploy/systemd/sextant.service');
    expect(unit).toContain(`Documentation=file:/usr/local/lib/node_modules/${name}/README.md`);
    const [, settings] = /^EnvironmentFile=(\S+)$/m.exec(unit)!;
    expect(recipe).toContain(`install -m 600 /dev/stdin ${settings}\n`);
    expect(recipe).toContain(`--property=EnvironmentFile=${settings}`);
    expect(recipe).toContain(`install -d -m 700 ${path.dirname(settings!)}\n`);
  });
});

describe('the unit of systemd', () => {
  const text = without(read('deploy/systemd/sextant.service'));
  test('stops later than the service needs, and sets settings that exist', () => {
    expect(numberIn(text, /^TimeoutStopSec=(\d+)$/m)).toBeGreaterThan(30);
    const names = [.../^Environment=(.+)$/m.exec(text)![1]!.matchAll(/([A-Z_]+)=/g)].map((match) => match[1]!);
    expect(names.filter((name) => !(name in SETTINGS) && !others.test(name))).toEqual([]);
    expect(text).toMatch(/^User=sextant$/m);
    expect(text).toMatch(/^ProtectSystem=strict$/m);
    expect(/DATA_DIR=\/var\/lib\/(\S+)/.exec(text)![1]).toBe(/^StateDirectory=(\S+)$/m.exec(text)![1]);
  });
});
