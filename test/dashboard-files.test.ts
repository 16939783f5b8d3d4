// The built dashboard files: size, hashed names, and nothing inline that the content security policy would reject.
import { readdirSync, readFileSync, statSync } from 'node:fs';
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

test('all files together have less than 120 KB', () => {
  const plain = files().filter((file) => !/\.(?:br|gz)$/.test(file));
  const all = new Set(files());
  const bytes = plain.reduce((sum, file) => sum + statSync(all.has(`${file}.gz`) ? `${file}.gz` : file).size, 0);
  console.log(`the dashboard: ${plain.length} files, ${(bytes / 1000).toFixed(0)} KB by gzip`);
  expect(bytes).toBeLessThan(120_000);
});
test('the name of every asset contains a hash', () => {
  const names = readdirSync(path.join(OUT, 'assets'));
  expect(names.filter((name) => !/-[\w-]{8}\.(?:js|css|svg)(?:\.br|\.gz)?$/.test(name))).toEqual([]);
});
test('the pages contain no inline script, no inline style and no URL of another host', () => {
  for (const page of ['index.html', 'raw-page.html']) {
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
