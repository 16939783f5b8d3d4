// The built dashboard files: size, hashed names, and nothing inline that the content security policy would reject.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const OUT = path.join(ROOT, 'dist', 'web');
const files = () =>
  readdirSync(OUT, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

beforeAll(async () => {
  const { build } = (await import(path.join(ROOT, 'scripts', 'setup.mjs'))) as { build: () => Promise<void> };
  await build();
}, 300_000);

/** Bytes that a browser with gzip receives. */
const sizeOf = (file: string): number => statSync(existsSync(`${file}.gz`) ? `${file}.gz` : file).size;
const sum = (names: Iterable<string>): number => [...names].reduce((bytes, name) => bytes + sizeOf(name), 0);

/** Adds a script and all scripts that it imports statically. */
function addScripts(script: string, found: Set<string>): Set<string> {
  if (found.has(script)) return found;
  found.add(script);
  const imports = readFileSync(script, 'utf8').matchAll(/(?:\bfrom|\bimport)\s*["'`]\.\/([\w-]+\.js)["'`]/g);
  for (const [, name] of imports) addScripts(path.join(OUT, 'assets', name!), found);
  return found;
}

test('all files together have at most 250 KB', () => {
  const plain = files().filter((file) => !/\.(?:br|gz)$/.test(file));
  const bytes = sum(plain);
  console.log(`the dashboard: ${plain.length} files, ${(bytes / 1000).toFixed(0)} KB by gzip`);
  expect(bytes).toBeLessThanOrEqual(250_000);
});
test('every page needs at most 100 KB to open', () => {
  const index = readFileSync(path.join(OUT, 'index.html'), 'utf8');
  const [, main] = /<script[^>]+src="\/(assets\/[\w-]+\.js)"/.exec(index)!;
  const entry = path.join(OUT, main!);
  const lazy = [...readFileSync(entry, 'utf8').matchAll(/\bimport\(\s*["'`]\.\/([\w-]+\.js)["'`]/g)].map(([, name]) => name!);
  expect(lazy.length).toBeGreaterThan(5);
  // Style sheets of all pages are counted, because a script does not say which ones it needs.
  const styles = files().filter((file) => file.endsWith('.css'));
  const sizes = lazy.map((name) => {
    const scripts = addScripts(path.join(OUT, 'assets', name), addScripts(entry, new Set()));
    return [name, sum([path.join(OUT, 'index.html'), ...scripts, ...styles])] as const;
  });
  console.log(`the largest first view: ${(Math.max(...sizes.map(([, bytes]) => bytes)) / 1000).toFixed(0)} KB by gzip`);
  expect(sizes.filter(([, bytes]) => bytes > 100_000)).toEqual([]);
});
test('the name of every asset contains a hash', () => {
  const names = readdirSync(path.join(OUT, 'assets'));
  expect(names.filter((name) => !/-[\w-]{8}\.(?:js|css|svg)(?:\.br|\.gz)?$/.test(name))).toEqual([]);
});
test('the pages contain no inline script, no inline style and no URL of another host', () => {
  for (const page of ['index.html', 'raw-page.html', 'share.html']) {
    const html = readFileSync(path.join(OUT, page), 'utf8');
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/);
    expect(html).not.toMatch(/<style|style=|https?:\/\//);
  }
});
test('every source file is short and starts with a comment', () => {
  const folder = path.join(ROOT, 'web', 'src');
  const sources = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => /\.(?:tsx?|css)$/.test(entry.name));
  const texts = sources.map((entry) => [entry.name, readFileSync(path.join(entry.parentPath, entry.name), 'utf8')] as const);
  expect(texts.filter(([, text]) => text.split('\n').length > 251).map(([name]) => name)).toEqual([]);
  const silent = texts.filter(([name, text]) => !name.endsWith('.test.ts') && !/^(?:\/\/|\/\*) /.test(text));
  expect(silent.map(([name]) => name)).toEqual([]);
});
