// Renders the manifests and validates them strictly, as an API server does.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { ROOT } from '../paths.ts';
import type { Site } from './check.ts';

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

export type Values = { readonly [name: string]: unknown };

export const CHART = path.join(ROOT, 'deploy', 'helm', 'sextant');
const HELM_SOURCES = path.join(ROOT, 'lab', 'compatibility', 'helm', 'render.go');
/** Where Debian installs the sources of Go packages. */
const GO_PACKAGES = '/usr/share/gocode';

export function run(program: string, words: readonly string[], env: Readonly<Record<string, string>> = {}): string {
  const { status, stdout, stderr, error } = spawnSync(program, words, { encoding: 'utf8', env: { ...process.env, ...env } });
  if (error || status !== 0)
    throw new Error(`${path.basename(program)} failed: ${(error?.message ?? `${stderr}${stdout}`).trim().slice(0, 2000)}`);
  return stdout;
}

/** Returns the documents of a YAML text. */
export function parseYaml({ tool }: Site, text: string): Manifest[] {
  const { parseAllDocuments } = createRequire(tool('yaml/package.json'))('yaml') as {
    parseAllDocuments(text: string): { errors: readonly Error[]; toJS(): unknown }[];
  };
  return parseAllDocuments(text).flatMap((document) => {
    if (document.errors[0]) throw document.errors[0];
    const value = document.toJS() as Manifest | null;
    return value === null ? [] : [value];
  });
}

/** Merges values as Helm does: objects are merged, everything else is replaced. */
export function mergeValues(defaults: Values, given: Values): Values {
  const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);
  const merged: Record<string, unknown> = { ...defaults };
  for (const [name, value] of Object.entries(given)) {
    const before = merged[name];
    merged[name] = isObject(before) && isObject(value) ? mergeValues(before, value) : value;
  }
  return merged;
}

export interface Renderer {
  render(values: Values): string;
  /** The texts for people. */
  notes(values: Values): string;
}

/** Builds the renderer from its Go sources. It uses the template engine and the functions of Helm, but it is not Helm. */
export function buildGoRenderer(go: string, { folder }: Site): Renderer {
  const program = path.join(folder, 'render');
  mkdirSync(path.join(folder, 'cache'), { recursive: true });
  run(go, ['build', '-o', program, HELM_SOURCES], { GO111MODULE: 'off', GOPATH: GO_PACKAGES, GOCACHE: path.join(folder, 'cache') });
  const renderAll = (values: Values): Record<string, string> => {
    const file = path.join(folder, 'values.json');
    writeFileSync(file, JSON.stringify(values));
    return JSON.parse(run(program, [CHART, 'prod', 'search', file])) as Record<string, string>;
  };
  return {
    render: (values) =>
      Object.entries(renderAll(values))
        .filter(([name]) => name.endsWith('.yaml'))
        .map(([, text]) => text)
        .join('\n---\n'),
    notes: (values) => renderAll(values)['NOTES.txt']!,
  };
}

/** Helm itself: it also checks the values against their schema. */
export function useHelm(helm: string, { folder }: Site): Renderer {
  const template = (values: Values, ...more: string[]): string => {
    const file = path.join(folder, 'values.json');
    writeFileSync(file, JSON.stringify(values));
    return run(helm, ['template', 'prod', CHART, '--namespace', 'search', '--values', file, ...more]);
  };
  run(helm, ['lint', '--strict', CHART]);
  return { render: (values) => template(values), notes: (values) => template(values, '--notes') };
}

const MODELS: Readonly<Record<string, string>> = {
  'keda.sh/v1alpha1': '@kubernetes-models/keda/keda.sh/v1alpha1',
  'monitoring.coreos.com/v1': '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1',
};
const modelOf = ({ apiVersion, kind }: Manifest): string => `${MODELS[apiVersion] ?? `kubernetes-models/${apiVersion}`}/${kind}`;

/** Throws for missing fields, wrong values (schemas of the API server) and unknown fields (types of the same release). */
export function validateManifests(site: Site, manifests: readonly Manifest[]): void {
  const load = createRequire(site.tool('kubernetes-models/package.json'));
  for (const manifest of manifests) {
    const Model = (load(modelOf(manifest)) as Record<string, new (data: object) => { validate(): void }>)[manifest.kind]!;
    try {
      new Model(manifest).validate();
    } catch (error) {
      throw new Error(`${manifest.kind} ${manifest.metadata.name}: ${(error as Error).message}`);
    }
  }
  checkTypes(site, manifests);
}

/** TypeScript reports fields of literals that their type does not have. */
function checkTypes(site: Site, manifests: readonly Manifest[]): void {
  const file = path.join(path.dirname(site.tool('.')), `manifests-${process.pid}.ts`);
  const lines = manifests.map((manifest, index) => {
    const type = `import('${modelOf(manifest)}').I${manifest.kind}`;
    return `export const manifest${index}: ${type} = ${JSON.stringify(manifest, null, 1)};`;
  });
  writeFileSync(file, lines.join('\n'));
  try {
    run(process.execPath, [site.tool('typescript/bin/tsc'), '--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', file]);
  } catch (error) {
    throw new Error(`A manifest has a wrong field: ${(error as Error).message}`);
  } finally {
    run('rm', ['-f', file]);
  }
}

export const readDefaults = (site: Site): Values =>
  parseYaml(site, readFileSync(path.join(CHART, 'values.yaml'), 'utf8'))[0] as unknown as Values;
