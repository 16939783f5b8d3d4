// The kustomize base, the Helm chart and the compose file, against the schemas of what reads them.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { ROOT } from '../../paths.ts';
import { type CompatibilityCheck, Missing, type Site } from '../check.ts';
import {
  buildGoRenderer,
  CHART,
  type Manifest,
  mergeValues,
  parseYaml,
  type Renderer,
  readDefaults,
  run,
  useHelm,
  type Values,
  validateManifests,
} from '../kubernetes.ts';
import { programOf } from '../proxies.ts';

const GO_SPRIG = '/usr/share/gocode/src/github.com/Masterminds/sprig';
const namesOf = (manifests: readonly Manifest[]): string[] => manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort();

/** Everything that can be switched on. */
const FULL: Values = {
  basePath: '/sx',
  image: { repository: 'registry.example/sextant', tag: '1.2.3' },
  imagePullSecrets: [{ name: 'pull' }],
  trustProxy: '10.0.0.0/8, fd00::/8',
  settings: { SYNC_WAIT_SECONDS: '60' },
  api: { autoscaling: { enabled: true }, nodeSelector: { disk: 'ssd' }, tolerations: [{ key: 'a', operator: 'Exists' }] },
  worker: { maxUnavailable: 2, affinity: { podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [] } } },
  keda: { enabled: true },
  migrate: { resources: { requests: { cpu: '100m' } } },
  ingress: { enabled: true, className: 'nginx', host: 'tools.example', tlsSecret: 'tls', annotations: { a: 'b' } },
  serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
};
const BARE: Values = { migrate: { enabled: false }, networkPolicy: { enabled: false } };
const WRONG: readonly Values[] = [
  { basePath: 'sx' },
  { basePath: '/sx/' },
  { existingSecret: '' },
  { settings: { ADMIN_TOKEN: 'x' } },
  { settings: { PORT: '80' } },
  { settings: { WORKER_CONCURRENCY: 200 } },
  { replicas: 3 },
  { ingress: { enabled: true }, trustProxy: '10.0.0.0/8' },
  { ingress: { enabled: true, host: 'tools.example' } },
  { settings: { TRUST_PROXY: '10.0.0.0/8' } },
  { trustProxy: 'ingress-nginx' },
  { api: { replicas: '2' } },
];

function checkChart(site: Site, { render, notes }: Renderer, isHelm: boolean): void {
  const defaults = readDefaults(site);
  const schema = JSON.parse(readFileSync(path.join(CHART, 'values.schema.json'), 'utf8'));
  const isValid = new Ajv({ strict: false }).compile(schema);
  const rendered = (given: Values): Manifest[] => {
    const values = mergeValues(defaults, given);
    assert.ok(isValid(values), JSON.stringify(isValid.errors));
    return parseYaml(site, render(values));
  };
  const bare = rendered(BARE);
  const usual = rendered({});
  const full = rendered(FULL);
  validateManifests(site, [...bare, ...usual, ...full]);
  assert.deepEqual(
    namesOf(bare).filter((name) => /Job|NetworkPolicy|Ingress|ScaledObject|Monitor|Autoscaler/.test(name)),
    [],
  );
  assert.equal(namesOf(usual).includes('Job prod-sextant-migrate'), true);
  for (const kind of ['Ingress', 'ScaledObject', 'ServiceMonitor', 'PodMonitor', 'HorizontalPodAutoscaler'])
    assert.ok(
      full.some((manifest) => manifest.kind === kind),
      `${kind} is missing.`,
    );
  const text = JSON.stringify(full);
  assert.match(text, /"BASE_PATH":"\/sx"/);
  assert.match(text, /"path":"\/sx","pathType":"Prefix"/);
  assert.match(text, /"TRUST_PROXY":"10\.0\.0\.0\/8, fd00::\/8"/);
  assert.match(text, /max\(sextant_jobs_running\{namespace=\\"search\\",service=\\"prod-sextant-operator\\",label=\\"\\"\}\)/);
  assert.match(text, /"image":"registry.example\/sextant:1.2.3"/);
  // Secrets are referred to, never written.
  assert.equal(
    full.some(({ kind }) => kind === 'Secret'),
    false,
  );
  assert.match(notes(mergeValues(defaults, FULL)), /https:\/\/tools\.example\/sx\//);
  for (const given of WRONG) {
    const values = mergeValues(defaults, given);
    assert.equal(isValid(values), false, `The schema accepts ${JSON.stringify(given)}.`);
    if (isHelm) assert.throws(() => render(values));
  }
}

export const KUBERNETES_CHECKS: readonly CompatibilityCheck[] = [
  {
    name: 'kubernetes-kustomize',
    area: 'Hosts and images',
    tool: 'kustomize (kubectl)',
    what: 'kubectl kustomize deploy/kubernetes; every object against the schemas and types of kubernetes-models',
    run: async (site) => {
      const kubectl = programOf('kubectl');
      if (kubectl === null) throw new Missing('kubectl is not installed.');
      const manifests = parseYaml(site, run(kubectl, ['kustomize', path.join(ROOT, 'deploy', 'kubernetes')]));
      assert.ok(manifests.length > 10);
      const examples = ['secret.example.yaml', 'labelled-workers.example.yaml'];
      const texts = examples.map((file) => readFileSync(path.join(ROOT, 'deploy', 'kubernetes', file), 'utf8'));
      validateManifests(site, [...manifests, ...texts.flatMap((text) => parseYaml(site, text))]);
      return { version: /Kustomize Version: v(\S+)/.exec(run(kubectl, ['version', '--client']))?.[1] ?? '' };
    },
  },
  {
    name: 'kubernetes-helm-chart',
    area: 'Hosts and images',
    tool: 'Helm chart',
    what: 'deploy/helm/sextant with three sets of values; values against their schema, objects as above',
    run: async (site) => {
      const [helm, go] = [programOf('helm'), programOf('go')];
      if (helm !== null) {
        checkChart(site, useHelm(helm, site), true);
        return { version: `helm ${run(helm, ['version', '--short']).trim()}` };
      }
      if (go === null || !existsSync(GO_SPRIG)) throw new Missing('Neither Helm nor Go with its package sprig is installed.');
      checkChart(site, buildGoRenderer(go, site), false);
      const version = /go(\d\S+)/.exec(run(go, ['version']))![1]!;
      return {
        version: `Go ${version}`,
        remark: 'rendered by Go’s text/template with sprig, the engine and functions of Helm; Helm itself was not installed',
      };
    },
  },
  {
    name: 'compose-file',
    area: 'Hosts and images',
    tool: 'dclint (npm)',
    what: 'deploy/compose.yaml against the schema of Compose v2 files that it carries; style warnings are not counted',
    run: async (site) => {
      const lint = (file: string): string => run(process.execPath, [site.tool('dclint/bin/dclint.cjs'), '--formatter', 'compact', file]);
      const source = path.join(ROOT, 'deploy', 'compose.yaml');
      // It ends with a failure when it finds an error.
      lint(source);
      const wrong = path.join(site.folder, 'compose.yaml');
      writeFileSync(wrong, readFileSync(source, 'utf8').replace('stop_signal: SIGINT', 'stop_sinal: SIGINT'));
      assert.throws(() => lint(wrong), /stop_sinal|additional/i);
      return { version: site.versionOf('dclint'), remark: 'Compose itself was not run' };
    },
  },
];
