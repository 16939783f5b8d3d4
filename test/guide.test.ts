// The built guide: every file is a page, every link works, pages are small, nothing runs inline.
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from './doc-samples.ts';
import { type BuiltPage, builder, builtPage, type SitePage } from './guide-site.ts';

const TRANSFER_BYTES_MAX = 60_000;
const SCREENSHOT_BYTES_MAX = 150_000;
const folder = mkdtempSync(path.join(tmpdir(), 'sextant-guide-'));
const pages = new Map<string, BuiltPage>();
let list: Record<string, { file: string; type: string }>;
let site: { all: readonly SitePage[]; listed: readonly SitePage[]; lost: readonly object[] };

beforeAll(async () => {
  const { renderSite, buildGuide } = await builder();
  site = renderSite(ROOT);
  buildGuide(ROOT, folder);
  list = JSON.parse(readFileSync(path.join(folder, 'files.json'), 'utf8'));
  for (const [name, { file, type }] of Object.entries(list)) if (type === 'text/html') pages.set(name, builtPage(folder, file));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const addressOf = (name: string) => (name === 'index' ? '/docs/guide' : `/docs/guide/${name}`);
/** URLs of one page within the service. */
const targetsOf = (name: string, { links }: BuiltPage) =>
  links.map((link) => new URL(link, `http://guide.example${addressOf(name)}`)).filter(({ hostname }) => hostname === 'guide.example');

describe('the documentation', () => {
  test('has a page with a title for every file', () => {
    expect(site.listed.length).toBeGreaterThan(25);
    expect(site.all.filter(({ title }) => title.length < 3 || title.endsWith('.md')).map(({ file }) => file)).toEqual([]);
    expect(new Set(site.all.map(({ name }) => name)).size).toBe(site.all.length);
  });
  test('links only to files of the guide', () => {
    expect(site.lost).toEqual([]);
  });
  test('links only to existing headings', () => {
    const anchors = new Map(site.all.map(({ file, headings }) => [file, new Set(headings.map(({ anchor }) => anchor))]));
    const dead = site.all
      .filter(({ program }) => !program)
      .flatMap(({ file }) =>
        [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/\]\(([^)\s:]*)#([^)\s]+)\)/g)].map(([, address, anchor]) => ({
          file,
          target: address === '' ? file : path.posix.join(path.posix.dirname(file), address!),
          anchor: anchor!,
        })),
      )
      .filter(({ target, anchor }) => !anchors.get(target)?.has(anchor));
    expect(dead).toEqual([]);
  });
});

describe('the text for language models', () => {
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
  test('lists every page once, with a summary', () => {
    const lines = read('llms.txt')
      .split('\n')
      .filter((line) => line.startsWith('- [') && line.includes('docs/guide/'));
    const entries = lines.map((line) => /^- \[.+\]\(docs\/guide\/([^)]+)\.md\): .{10,}[.]$/.exec(line)?.[1] ?? line);
    expect(entries.sort()).toEqual(site.listed.map(({ name }) => name).sort());
  });
  test('links only to files that exist', () => {
    const dead: string[] = [];
    for (const name of Object.keys(list).filter((file) => /\.(?:md|txt)$/.test(file))) {
      const text = read(name).replace(/^```[\s\S]*?^```$/gm, '');
      for (const [, target = ''] of text.matchAll(/\[(?:[^\]`]|`[^`\n]*`)*\]\(([^)\s]+)\)|`[^`\n]+`/g)) {
        const file = target.replace(/#.*$/, '').replace(/^docs\/guide\//, '');
        if (!/^[a-z]+:/.test(target) && file !== '' && file !== 'openapi.json' && !list[file]) dead.push(`${name}: ${target}`);
      }
    }
    expect(dead).toEqual([]);
  });
  test('has the pages about the API in one file', () => {
    const full = read('llms-full.txt');
    for (const heading of ['# Quick start', '# Concepts', '# Tools for AI agents (MCP)']) expect(full).toContain(`\n${heading}\n`);
    expect(full).not.toContain('\n# Changelog\n');
    // A model must be able to read it at once.
    expect(full.length).toBeLessThan(600_000);
  });
});

describe('the pages', () => {
  test('link only to existing URLs and headings', () => {
    const known = new Map([...pages].map(([name, page]) => [addressOf(name), page.anchors]));
    const dead: string[] = [];
    for (const [name, page] of pages)
      for (const { pathname, hash } of targetsOf(name, page)) {
        const anchors = known.get(pathname);
        if (anchors && hash !== '' && !anchors.has(decodeURIComponent(hash.slice(1)))) dead.push(`${name}: ${pathname}${hash}`);
        if (!anchors && pathname.startsWith('/docs/guide') && !list[pathname.slice('/docs/guide/'.length)])
          dead.push(`${name}: ${pathname}`);
        if (!pathname.startsWith('/docs/guide') && !['/docs', '/docs/', '/openapi.json'].includes(pathname))
          dead.push(`${name}: ${pathname}`);
      }
    expect([...new Set(dead)]).toEqual([]);
  });
  test('have unique anchors', () => {
    for (const [name, { html, anchors }] of pages) expect([name, html.match(/\sid="/g)!.length]).toEqual([name, anchors.size]);
  });
  test('have no inline script, style or handler, and use no other host', () => {
    for (const [name, { html }] of pages) {
      expect([name, /<script(?![^>]*\ssrc=)|<style|\sstyle=|<[a-z][^>]*\son[a-z]+=/i.exec(html)?.[0]]).toEqual([name, undefined]);
      expect([name, /<(?:script|link|img)[^>]*(?:src|href)="(?:https?:)?\/\//.exec(html)?.[0]]).toEqual([name, undefined]);
    }
  });
  test('are below 60 KB each, compressed, with style and script', () => {
    const size = (file: string) => statSync(path.join(folder, `${file}.gz`)).size;
    const always = size('style.css') + size('page.js');
    // Programs read the whole guide at once.
    const texts = Object.values(list).filter(({ file, type }) => type !== 'image/jpeg' && file !== 'llms-full.txt');
    const large = texts.filter(({ file, type }) => size(file) + (type === 'text/html' ? always : 0) > TRANSFER_BYTES_MAX);
    expect(large).toEqual([]);
  });
  test('show screenshots of at most 150 KB each, loaded when they come into view', () => {
    const shots = Object.values(list).filter(({ type }) => type === 'image/jpeg');
    expect(shots.length).toBeGreaterThan(3);
    expect(shots.filter(({ file }) => statSync(path.join(folder, file)).size > SCREENSHOT_BYTES_MAX)).toEqual([]);
    expect(pages.get('dashboard')!.html).toMatch(/<img src="[^"]+\.jpg" alt="[^"]+" loading="lazy">/);
  });
  test('have links to the next and previous page, and are in the navigation of all others', () => {
    const names = site.listed.map(({ name }) => name);
    for (const [place, name] of names.entries()) {
      const { html } = pages.get(name)!;
      const turn = /<nav class="turn"[\s\S]*?<\/nav>/.exec(html)![0];
      if (place > 0) expect(turn).toContain('class="previous"');
      const aside = /<nav class="side"[\s\S]*?<\/nav>/.exec(html)![0];
      expect([name, aside.match(/<a /g)!.length, aside.match(/aria-current="page"/g)?.length]).toEqual([name, names.length, 1]);
    }
  });
  test('can be searched by words of every file', () => {
    const index = JSON.parse(readFileSync(path.join(folder, 'search.json'), 'utf8')) as {
      pages: [string, string][];
      sections: [number, string, string, string, string][];
    };
    const found = (word: string) =>
      index.sections.filter(([, , , , words]) => words.split(' ').includes(word)).map(([page]) => index.pages[page]![0]);
    expect(found('callback_retry_seconds')).toContain('callbacks');
    expect(found('test:captcha')).toContain('test-mode');
    for (const [page, anchor] of index.sections) {
      const [name] = index.pages[page]!;
      if (anchor !== '') expect([name, anchor, pages.get(name)!.anchors.has(anchor)]).toEqual([name, anchor, true]);
    }
  });
});
