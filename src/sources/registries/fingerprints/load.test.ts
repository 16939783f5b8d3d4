// Larger sets in the Wappalyzer format, handwritten into a temporary folder.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { spentMs } from '../../../../test/cpu-time.ts';
import type { Page } from '../../adapter.ts';
import { detectTechnologies, mergeTechnologySets, ownTechnologies } from '../fingerprints.ts';
import { loadFingerprints } from './load.ts';

const root = mkdtempSync(join(tmpdir(), 'sextant-fingerprints-'));
afterAll(() => rmSync(root, { recursive: true }));
const folderWith = (name: string, files: Readonly<Record<string, unknown>>): string => {
  mkdirSync(join(root, name, 'technologies'), { recursive: true });
  for (const [file, value] of Object.entries(files))
    writeFileSync(join(root, name, file), typeof value === 'string' ? value : JSON.stringify(value));
  if (!Object.keys(files).some((file) => file.startsWith('technologies/'))) rmSync(join(root, name, 'technologies'), { recursive: true });
  return join(root, name);
};
const page = (body: string, headers: Record<string, string> = {}): Page => ({
  request: { url: 'https://harbour.example/' },
  url: 'https://harbour.example/index.abc',
  status: 200,
  headers,
  body,
});

const SET = {
  Anchor: {
    cats: [900, 1],
    website: 'https://anchor.example',
    icon: 'Anchor.svg',
    cpe: 'cpe:2.3:a:anchor:anchor:*:*:*:*:*:*:*:*',
    headers: { 'X-Anchor': '^v([\\d.]+)\\;version:\\1' },
    cookies: { anchor_id: '' },
    implies: ['Rope\\;confidence:40', 'Nobody'],
  },
  Rope: { cats: [1], excludes: 'Chain' },
  Chain: { cats: [1], scriptSrc: 'chain(-pro)?\\.js\\;version:\\1?2:1\\;confidence:30' },
  Buoy: { cats: [5], requires: 'Anchor', html: ['<buoy-[a-z]+'] },
  Lamp: { cats: [5], requiresCategory: 900, dom: { 'div.lamp': { attributes: { 'data-version': '([\\d.]+)\\;version:\\1' } } } },
  Mast: { cats: [5], dom: ['#mast > .sail', 'a:hover'] },
  Flag: { cats: [5], dom: { '#flag': { exists: '\\;confidence:70' }, p: { text: 'powered by flag ([\\d.]+)\\;version:\\1' } } },
  Pier: { cats: [5], meta: { generator: ['^pier', '^landing'] }, url: '\\.abc$' },
  Cloud: { cats: [5], dns: { MX: ['\\.cloud\\.example'], SOA: 'ns\\.cloud\\.example' } },
  Inner: { cats: [5], scripts: 'innerStart\\(', js: { 'window.inner': '' } },
  Wild: { cats: [5], html: ['(a+)+$', '(?=x)y'] },
  __proto__x: 'broken',
};

describe('a larger set', () => {
  const set = loadFingerprints(
    folderWith('one', { 'technologies.json': SET, 'categories.json': { 900: { name: 'Ship parts', priority: 1 } } }),
  );
  const found = (body: string, headers: Record<string, string> = {}, dns?: Parameters<typeof detectTechnologies>[1]) =>
    Object.fromEntries(detectTechnologies(page(body, headers), dns, set).map((item) => [item.name, item]));

  it('is loaded with versions, confidence, categories, implied and excluded technologies', () => {
    const items = found('<script src="/chain-pro.js"></script>', { 'x-anchor': 'v2.4', 'set-cookie': 'ANCHOR_ID=1' });
    expect(items.Anchor).toMatchObject({
      version: '2.4',
      confidence: 100,
      category: 'Ship parts',
      categories: [
        { id: 900, slug: 'ship-parts', name: 'Ship parts' },
        { id: 1, slug: 'cms', name: 'CMS' },
      ],
      icon: 'Anchor.svg',
    });
    expect(items.Rope!.confidence).toBe(40);
    expect(items.Chain).toBeUndefined();
    expect(found('<script src="/chain-pro.js"></script>').Chain).toMatchObject({ version: '2', confidence: 30 });
    expect(found('<script src="/chain.js"></script>').Chain!.version).toBe('1');
  });

  it('counts technologies only together with those that they require', () => {
    const body = '<buoy-red></buoy-red><div class="lamp" data-version="1.5"></div>';
    expect(Object.keys(found(body))).toEqual(['Pier']);
    const items = found(body, { 'set-cookie': 'anchor_id=1' });
    expect(items.Buoy).toBeDefined();
    expect(items.Lamp!.version).toBe('1.5');
  });

  it('supports elements, texts, meta tags, URLs, inline scripts and DNS records', () => {
    const items = found(
      '<meta name="generator" content="Landing 1"><div id="mast"><i class="sail"></i></div><b id="flag"></b><p>Powered by Flag 3.1</p><script>innerStart()</script>',
      {},
      { mx: ['10 in.cloud.example'], txt: [], ns: [], cname: [] },
    );
    expect(Object.keys(items).sort()).toEqual(['Cloud', 'Flag', 'Inner', 'Mast', 'Pier']);
    expect(items.Flag).toMatchObject({ version: '3.1', confidence: 100 });
  });

  it('counts rejected patterns, and runs catastrophic patterns without hanging', () => {
    expect(set.rejected).toBe(2);
    const began = spentMs();
    expect(found('a'.repeat(5000)).Wild).toBeDefined();
    for (const length of [5000, 300_000]) expect(found(`${'a'.repeat(length)}!`).Wild).toBeUndefined();
    expect(spentMs() - began).toBeLessThan(5000);
  });

  it('stops at the time limit of a page', () => {
    const html = Array.from({ length: 3000 }, (_, index) => `(?:a|b|ab)*(?:b|c)*z${index}`);
    const slow = loadFingerprints(folderWith('slow', { 'technologies.json': { Slow: { cats: [1], html } } }));
    const began = spentMs();
    // Every literal is present, so that no pattern can be skipped.
    detectTechnologies(page(`${'abc'.repeat(60_000)}${html.map((_, index) => `z${index}`).join(' ')}`), undefined, slow, 200);
    expect(spentMs() - began).toBeLessThan(3000);
  });

  it('merged with our own has the fingerprints of both', () => {
    const more = loadFingerprints(
      folderWith('more', {
        'technologies/a.json': { nginx: { cats: [22], headers: { 'x-harbour': '' } } },
        'technologies/b.json': { Quay: { cats: [1] } },
      }),
    );
    const joined = mergeTechnologySets(ownTechnologies(), more);
    expect(joined.technologies.length).toBe(ownTechnologies().technologies.length + 1);
    const names = (headers: Record<string, string>) => detectTechnologies(page('', headers), undefined, joined).map((item) => item.name);
    expect(names({ 'x-harbour': '1' })).toEqual(['Nginx']);
    expect(names({ server: 'nginx' })).toEqual(['Nginx']);
  });

  it.each([
    ['nothing', {}, /neither/],
    ['no-json', { 'technologies.json': 'not json' }, /not valid JSON/],
    ['a-list', { 'technologies.json': [] }, /has no technologies/],
    ['empty', { 'technologies.json': {} }, /has no technologies/],
  ])('is rejected with a reason when the folder has %s', (name, files, reason) => {
    expect(() => loadFingerprints(folderWith(name, { 'note.txt': 'x', ...files }))).toThrow(reason);
  });
});
