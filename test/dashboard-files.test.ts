// The built dashboard as files: small enough, named by content, and nothing inline that the policy would refuse.
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

test('everything together travels in less than 120 KB', () => {
  const plain = files().filter((file) => !/\.(?:br|gz)$/.test(file));
  const packed = new Set(files());
  const bytes = plain.reduce((sum, file) => sum + statSync(packed.has(`${file}.gz`) ? `${file}.gz` : file).size, 0);
  console.log(`the dashboard: ${plain.length} files, ${(bytes / 1000).toFixed(0)} KB by gzip`);
  expect(bytes).toBeLessThan(120_000);
});
test('every asset carries its content in its name', () => {
  const names = readdirSync(path.join(OUT, 'assets'));
  expect(names.filter((name) => !/-[\w-]{8}\.(?:js|css|svg)(?:\.br|\.gz)?$/.test(name))).toEqual([]);
});
test('the pages hold no inline script, no inline style and no address of another host', () => {
  for (const page of ['index.html', 'raw-page.html']) {
    const html = readFileSync(path.join(OUT, page), 'utf8');
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/);
    expect(html).not.toMatch(/<style|style=|https?:\/\//);
  }
});
test('no file of the app is too long to be seen whole, and each says what it is for', () => {
  const folder = path.join(ROOT, 'web', 'src');
  const sources = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => /\.(?:tsx?|css)$/.test(entry.name));
  const texts = sources.map((entry) => [entry.name, readFileSync(path.join(entry.parentPath, entry.name), 'utf8')] as const);
  expect(texts.filter(([, text]) => text.split('\n').length > 251).map(([name]) => name)).toEqual([]);
  const silent = texts.filter(([name, text]) => !name.endsWith('.test.ts') && !/^(?:\/\/|\/\*) /.test(text));
  expect(silent.map(([name]) => name)).toEqual([]);
});
