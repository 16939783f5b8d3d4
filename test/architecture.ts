// Finds imports in the source tree that break the layer rules: upward, sideways or circular.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Source files by their path below src/, with their text. */
export type Tree = ReadonlyMap<string, string>;

export function readTree(folder: string): Tree {
  const tree = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.ts') || entry.name.endsWith('.test.ts')) continue;
    const full = path.join(entry.parentPath, entry.name);
    tree.set(path.relative(folder, full).split(path.sep).join('/'), readFileSync(full, 'utf8'));
  }
  return tree;
}

const LAYERS: Readonly<Record<string, number>> = {
  front: 5,
  wiring: 5,
  api: 4,
  worker: 4,
  mcp: 4,
  cli: 4,
  dashboard: 4,
  products: 3,
  business: 2,
  sources: 2,
  platform: 1,
  contract: 1,
};
/** Folders of sources that an engine's folder uses for its parser, its sandbox site and its official API. None of them imports an engine. */
const BELOW_ENGINES = new Set(['page', 'sandbox', 'providers']);
const FORBIDDEN_FOLDERS = new Set(['core', 'lib', 'utils', 'helpers', 'common', 'shared', 'misc', 'manager']);

const moduleOf = (file: string): string => (file.includes('/') ? file.split('/')[0]! : 'front');
/** The sibling module inside a module whose folders must not import each other; empty for files at the root of the module. */
const siblingOf = (file: string): string => {
  const [room, column = '', rest] = file.split('/');
  if (room === 'products') return column.replace(/\.ts$/, '');
  return room === 'sources' && rest !== undefined ? column : '';
};

export function importsOf(file: string, text: string): string[] {
  const found = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map((match) => match[1]!);
  return found.map((target) => path.posix.join(path.posix.dirname(file), target).replace(/\.js$/, '.ts'));
}

/** Returns the reason why this import breaks the rules, or null. */
function problemOf(from: string, to: string): string | null {
  const [moduleFrom, moduleTo] = [moduleOf(from), moduleOf(to)];
  const [layerFrom, layerTo] = [LAYERS[moduleFrom], LAYERS[moduleTo]];
  if (layerFrom === undefined || layerTo === undefined) return `unknown module ${layerFrom === undefined ? moduleFrom : moduleTo}`;
  if (layerTo > layerFrom) return 'upward';
  // The files at the root of src and `wiring` form one layer and may import each other.
  if (moduleFrom !== moduleTo) return layerTo === layerFrom && layerTo < LAYERS.front! ? 'sideways' : null;
  const [siblingFrom, siblingTo] = [siblingOf(from), siblingOf(to)];
  if (moduleFrom === 'products') return siblingFrom === siblingTo ? null : 'sideways between products';
  // A folder of sources may use files at the root of sources. Files at the root may use every folder.
  if (moduleFrom === 'sources' && siblingFrom !== '' && siblingTo !== '' && siblingFrom !== siblingTo)
    return siblingFrom === 'engines' && BELOW_ENGINES.has(siblingTo) ? null : 'sideways between sources';
  return null;
}

/**
 * An engine is a folder with an `engine.ts`. It may use folders that are not engines, and the parts of an engine whose
 * name is a prefix of its own: `googleimages` parses pages of Google. It never uses the definition or the adapter of another engine.
 */
function engineProblem(tree: Tree, from: string, to: string): string | null {
  const inFolder = /^sources\/engines\/([a-z-]+)\/(.+)$/;
  const [, a] = inFolder.exec(from) ?? [];
  const [, b, file] = inFolder.exec(to) ?? [];
  if (a === undefined || b === undefined || a === b || !tree.has(`sources/engines/${b}/engine.ts`)) return null;
  return a.startsWith(b) && file !== 'engine.ts' && file !== 'index.ts' ? null : 'an engine imports another engine';
}

export function problemsOf(tree: Tree): string[] {
  const problems: string[] = [];
  const graph = new Map<string, string[]>();
  for (const [file, text] of tree) {
    const targets = importsOf(file, text);
    graph.set(file, targets);
    for (const target of targets) {
      const problem = problemOf(file, target) ?? engineProblem(tree, file, target);
      if (problem) problems.push(`${file} → ${target}: ${problem}`);
      if (!tree.has(target)) problems.push(`${file} → ${target}: no such file`);
    }
    for (const folder of file.split('/').slice(0, -1))
      if (FORBIDDEN_FOLDERS.has(folder)) problems.push(`${file}: the folder name ${folder} says nothing`);
  }
  return [...problems, ...cyclesOf(graph)];
}

function cyclesOf(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const circles: string[] = [];
  const walk = (file: string, trail: readonly string[]): void => {
    if (trail.includes(file)) {
      circles.push(`circle: ${[...trail.slice(trail.indexOf(file)), file].join(' → ')}`);
      return;
    }
    if (done.has(file)) return;
    for (const target of graph.get(file) ?? []) walk(target, [...trail, file]);
    done.add(file);
  };
  for (const file of graph.keys()) walk(file, []);
  return circles;
}
