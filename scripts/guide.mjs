// `npm run build:guide`: renders the documentation into dist/guide, served at /docs/guide.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { pageHtml } from './guide/layout.mjs';
import { llmsFiles } from './guide/llms.mjs';
import { codeHtml, renderPaper } from './guide/markdown.mjs';
import { objectHtml, operationHtml } from './guide/operations.mjs';
import { groupsOf, quietPagesOf } from './guide/pages.mjs';
import { searchIndex } from './guide/search.mjs';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const STYLES = ['text.css', 'frame.css', 'screens.css'];
const TYPES = {
  css: 'text/css',
  js: 'text/javascript',
  json: 'application/json',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  html: 'text/html',
  md: 'text/markdown',
  txt: 'text/plain',
};

/** Renders a program as one code block. */
function programPaper(file, text) {
  const title = path.posix.basename(file);
  const language = path.posix.extname(file).slice(1);
  const headings = [{ depth: 1, words: title, anchor: 'program' }];
  const html = `<h1 id="program">${title}</h1>\n<p><code>${file}</code> in the repository.</p>\n${codeHtml(text, language, title)}`;
  return { html, headings, title, summary: `${file} of Sextant`, sections: [] };
}

/** Returns every rendered page, and the links that lead nowhere. */
export function renderSite(root) {
  const read = (file) => readFileSync(path.join(root, file), 'utf8');
  const openapi = JSON.parse(read('docs/openapi.json'));
  const groups = groupsOf(root);
  const listed = groups.flatMap(({ pages }) => pages);
  const all = [...listed, ...quietPagesOf(root)];
  const site = {
    pages: new Map(all.map(({ file, name }) => [file, name])),
    files: new Map(),
    lost: [],
    after: (file, words) => (file === 'docs/guide/fields.md' ? objectHtml(words, openapi) : operationHtml(words, openapi)),
  };
  const textOf = (file) => {
    if (file !== 'docs/guide/fields.md') return read(file);
    const missing = Object.keys(openapi.components.schemas).filter((name) => !read(file).includes(`\n## ${name}\n`));
    return `${read(file)}${missing.map((name) => `\n## ${name}\n`).join('')}`;
  };
  for (const page of all)
    Object.assign(page, page.program ? programPaper(page.file, read(page.file)) : renderPaper(textOf(page.file), page.file, site));
  return { groups, listed, all, lost: site.lost, files: site.files };
}

/** Rewrites links relative to one page. The first page is one level higher: /docs/guide beside /docs/guide/…. */
function placed(html, name) {
  const [guide, first, root] = name === 'index' ? ['guide/', 'guide', '../'] : ['', '../guide', '../../'];
  return html.replaceAll('@guide/index', first).replaceAll('@guide/', guide).replaceAll('@root/', root);
}

/** Writes the site and a list of its files, each compressed once and with an entity tag. */
export function buildGuide(root, folder) {
  const { groups, listed, all, files } = renderSite(root);
  const own = (name) => readFileSync(path.join(HERE, 'guide', 'browser', name));
  const assets = new Map(['page.js', 'mark.svg'].map((name) => [name, own(name)]));
  assets.set('style.css', Buffer.concat(STYLES.map(own)));
  for (const [copy, source] of files) assets.set(copy, readFileSync(path.join(root, source)));
  assets.set('search.json', Buffer.from(JSON.stringify(searchIndex(all))));
  const version = createHash('sha256')
    .update(Buffer.concat([...assets.values()]))
    .digest('hex')
    .slice(0, 8);
  const order = new Map(
    [...listed, ...all.filter(({ under }) => under)].map((page, place, whole) => [page, [whole[place - 1], whole[place + 1]]]),
  );
  for (const page of all) {
    const [previous, next] = order.get(page) ?? [];
    assets.set(`${page.name}.html`, Buffer.from(placed(pageHtml({ page, groups, previous, next, version }), page.name)));
  }
  for (const [name, text] of llmsFiles(groups, (file) => readFileSync(path.join(root, file), 'utf8'))) assets.set(name, Buffer.from(text));
  mkdirSync(folder, { recursive: true });
  const list = {};
  for (const [name, bytes] of assets) {
    writeFileSync(path.join(folder, name), bytes);
    writeFileSync(path.join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
    const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
    list[name.replace(/\.html$/, '')] = { file: name, type: TYPES[name.split('.').at(-1)], tag };
  }
  writeFileSync(path.join(folder, 'files.json'), `${JSON.stringify(list, null, 1)}\n`);
  // Remove files of an earlier build last, so that a running service always finds its files.
  for (const name of readdirSync(folder))
    if (name !== 'files.json' && !assets.has(name.replace(/\.gz$/, ''))) rmSync(path.join(folder, name));
  return Object.keys(list).length;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const root = path.join(HERE, '..');
  process.stdout.write(`The guide has ${buildGuide(root, path.join(root, 'dist', 'guide'))} files.\n`);
}
