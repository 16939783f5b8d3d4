// Points of captured result pages, where they are available.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { noItems } from '../../../contract/items.ts';
import { isUrl } from '../../../contract/text.ts';
import { mergePages } from '../../../products/serp/merge.ts';
import { createParseStored } from '../../../sources/parsers.ts';
import type { SerpPage } from '../../../sources/serp.ts';
import { readDomain } from './domains.ts';
import { pointOf } from './point.ts';

const folder = process.env.SEXTANT_CORPUS ?? '';
const index = path.join(folder, 'index.jsonl');

describe.skipIf(folder === '' || !existsSync(index))('on captured pages', () => {
  interface Capture {
    readonly id: string;
    readonly engine: string;
    readonly kind: string;
    readonly file: string;
  }
  const captures = (): Capture[] =>
    readFileSync(index, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line) as Capture)
      .filter(({ kind }) => kind === 'serp');

  test('every host of the first results has the position of its first page, and an absent one has none', async () => {
    const parse = createParseStored();
    let pages = 0;
    for (const { id, engine, file } of captures()) {
      const { verdict, data } = await parse(engine, readFileSync(path.join(folder, file)));
      if (verdict !== 'valid') continue;
      const serp = mergePages([{ ...noItems(), ...(data as SerpPage) }], 100, []);
      const hosts = serp.organic.map(({ url }) => (isUrl(url) ? new URL(url).hostname.replace(/^www\./, '') : null));
      for (const host of new Set(hosts)) {
        if (!host?.includes('.')) continue;
        const domains = [readDomain({ domain: host, match: 'host' })];
        const point = pointOf(serp, 'valid', { domains, competitors: [], topCount: 3, depth: 100 });
        expect([id, host, point.position]).toEqual([id, host, serp.organic[hosts.indexOf(host)]!.position]);
        expect(point.depth).toBeGreaterThanOrEqual(point.position);
      }
      const absent = pointOf(serp, 'valid', {
        domains: [readDomain({ domain: 'nowhere-to-be-found.example' })],
        competitors: [],
        topCount: 3,
        depth: 10,
      });
      expect([id, absent.position, absent.owned, absent.cited]).toEqual([id, 0, 0, 0]);
      pages++;
    }
    expect(pages).toBeGreaterThan(100);
  });
});
