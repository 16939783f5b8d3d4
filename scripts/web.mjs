// `node scripts/web.mjs`: builds the dashboard into dist/web and compresses every file once.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const OUT = path.join(ROOT, 'dist', 'web');

await build({
  root: path.join(ROOT, 'web'),
  configFile: false,
  logLevel: 'warn',
  base: '/',
  // Only pages name absolute URLs: the service changes them for BASE_PATH. Scripts and styles find each other by relative URLs.
  experimental: { renderBuiltUrl: (file, { hostType }) => (hostType === 'html' ? `/${file}` : { relative: true }) },
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    // Images as data URLs would need a wider content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: { input: ['index.html', 'raw-page.html', 'share.html'].map((page) => path.join(ROOT, 'web', page)) },
  },
});

for (const entry of readdirSync(OUT, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  const file = path.join(entry.parentPath, entry.name);
  const bytes = readFileSync(file);
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  const gzip = gzipSync(bytes, { level: 9 });
  // Compression can enlarge small files. Those are sent uncompressed.
  for (const [ending, packed] of [
    ['br', brotli],
    ['gz', gzip],
  ]) {
    if (packed.length < bytes.length) writeFileSync(`${file}.${ending}`, packed);
    else rmSync(`${file}.${ending}`, { force: true });
  }
}
