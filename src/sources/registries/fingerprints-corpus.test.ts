// Measures technology detection on collected sites, if available, also with an installed larger set.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { spentMs } from '../../../test/cpu-time.ts';
import type { Page } from '../adapter.ts';
import { loadFingerprints } from './fingerprints/load.ts';
import { detectTechnologies, mergeTechnologySets, ownTechnologies, type TechnologySet } from './fingerprints.ts';

const folder = process.env.SEXTANT_CORPUS ?? '';
const larger = process.env.SEXTANT_FINGERPRINTS ?? '';

interface Entry {
  readonly request: { readonly url: string };
  readonly response: {
    readonly status: number;
    readonly headers: readonly { readonly name: string; readonly value: string }[];
    readonly content?: { readonly text?: string; readonly encoding?: string };
  };
}

/** Returns the first response of a recording that is not a redirect. */
function recordedPage(text: string): Page | null {
  const entries = (JSON.parse(text) as { log: { entries: readonly Entry[] } }).log.entries;
  const entry = entries.find(({ response }) => response.status >= 200 && response.status < 300);
  if (!entry) return null;
  const headers: Record<string, string> = {};
  for (const { name, value } of entry.response.headers) {
    const key = name.toLowerCase();
    headers[key] = headers[key] === undefined ? value : `${headers[key]}${key === 'set-cookie' ? '\n' : ', '}${value}`;
  }
  const { text: body = '', encoding } = entry.response.content ?? {};
  const { url } = entry.request;
  return { request: { url }, url, status: 200, headers, body: encoding === 'base64' ? Buffer.from(body, 'base64').toString('utf8') : body };
}

const pages = (): Map<string, Page> => {
  const found = new Map<string, Page>();
  const base = join(folder, 'pages', 'technologies');
  for (const file of readdirSync(base)) {
    const text = readFileSync(join(base, file), 'utf8');
    const url = 'https://site.example/';
    const page = file.endsWith('.har') ? recordedPage(text) : { request: { url }, url, status: 200, headers: {}, body: text };
    if (page) found.set(file.replace(/\.\w+$/, ''), page);
  }
  return found;
};

const sets = (): [string, TechnologySet][] => {
  const own: [string, TechnologySet][] = [['own', ownTechnologies()]];
  if (larger === '') return own;
  const began = performance.now();
  const loaded = loadFingerprints(larger);
  console.log(`loaded ${loaded.technologies.length} in ${Math.round(performance.now() - began)} ms, refused ${loaded.rejected}`);
  return [...own, ['larger', loaded], ['both', mergeTechnologySets(ownTechnologies(), loaded)]];
};

describe.skipIf(folder === '')('collected sites', () => {
  it('show every technology named by their generator tag or a header', () => {
    const labels = readFileSync(join(folder, 'labels.jsonl'), 'utf8')
      .split('\n')
      .filter((line) => line.includes('"engine": "technologies"'))
      .map((line) => JSON.parse(line) as { id: string; technologies: readonly string[] });
    const all = pages();
    for (const [name, set] of sets()) {
      const missed: string[] = [];
      let [labelled, items] = [0, 0];
      for (const page of all.values()) detectTechnologies(page, undefined, set);
      const times: number[] = [];
      for (const { id, technologies } of labels) {
        const page = all.get(id);
        if (!page) continue;
        const began = spentMs();
        const found = detectTechnologies(page, undefined, set).map((item) => item.name);
        times.push(spentMs() - began);
        items += found.length;
        labelled += technologies.length;
        for (const one of technologies) if (!found.includes(one)) missed.push(`${id}: ${one}`);
      }
      const mean = times.reduce((sum, one) => sum + one, 0) / times.length;
      console.log(
        `${name}: ${set.technologies.length} technologies, ${labelled - missed.length} of ${labelled} named ones found, ${items} items on ${times.length} pages,`,
        `${mean.toFixed(1)} ms a page, at most ${Math.max(...times).toFixed(1)} ms`,
      );
      expect(missed, name).toEqual([]);
    }
  });
});
