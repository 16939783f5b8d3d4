// The page about engines says what the catalogue says.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readConfig, SETTINGS } from '../src/config.ts';
import { KEYWORD_SOURCES } from '../src/contract/vocabulary.ts';
import { createEngineTable } from '../src/sources/catalogue.ts';
import { createKeywordProviders } from '../src/wiring/keywords.ts';
import { createFallbacks, createVendors } from '../src/wiring/vendors.ts';

const text = readFileSync(new URL('../docs/engines.md', import.meta.url), 'utf8');
const rows = [...text.matchAll(/^\| ([a-z-]+) \| (.+?) \| (\d+) \| (\d+) \| (\w+) \| (yes|no) \| (.+) \|$/gm)];
const access = { apiKey: 'x', model: 'x', baseUrl: 'https://x.example' };
const engines = createEngineTable({ chatgpt: access, perplexity: access });
/** Every credential set, so that every source is there. */
const config = readConfig({
  ...Object.fromEntries(
    Object.entries(SETTINGS).flatMap(([name, { fallback }]) =>
      fallback === null && name !== 'DATABASE_URL' ? [[name, 'https://x.example']] : [],
    ),
  ),
  BRAVE_ENGINES: 'google,bing,yahoo',
  YANDEX_DEFERRED: 'true',
  YANDEX_WORDSTAT: 'true',
});
const [vendors, fallbacks] = [createVendors(config), createFallbacks(config)];
const OWN: Record<string, string[]> = { chatgpt: ['openai'], perplexity: ['perplexity'] };

test('one row per engine, with its traits and its sources in the order in which they are asked', () => {
  const told = rows.map(([, name, , size, most, region, mobile, sources]) => ({
    name,
    size: Number(size),
    most: Number(most),
    region,
    mobile: mobile === 'yes',
    sources: sources!.split(', '),
  }));
  const actual = Object.values(engines).map((engine) => {
    const names = (list: typeof vendors) => list.filter((vendor) => vendor.engines.includes(engine!.name)).map((vendor) => vendor.name);
    const { pageSize, maxResults, region, mobile } = engine!.traits;
    return {
      name: engine!.name,
      size: pageSize,
      most: maxResults,
      region,
      mobile,
      sources: [...names(vendors), ...(OWN[engine!.name] ?? ['browser', 'page']), ...names(fallbacks)],
    };
  });
  expect(told).toEqual(actual);
});

test('one row per source, with settings that exist', () => {
  const sources = text.slice(text.indexOf('## Sources and their settings'));
  const told = [...sources.matchAll(/^\| ([a-z-]+) \| (.+?) \| .+ \|$/gm)];
  expect(told.map(([, name]) => name)).toEqual(
    [...vendors, ...fallbacks].map(({ name }) => name).concat('openai', 'perplexity', 'browser', 'page'),
  );
  const settings = told.flatMap(([, , words]) => [...words!.matchAll(/`([A-Z_]+)`/g)].map((match) => match[1]!));
  expect(settings.filter((name) => !(name in SETTINGS))).toEqual([]);
});

describe('keyword sources', () => {
  const section = text.slice(text.indexOf('## Keywords'), text.indexOf('## Sources and their settings'));
  const providers = createKeywordProviders(config);

  test('have one row each for what may be asked, in the order in which they are asked', () => {
    const told = [...section.matchAll(/^\| ([a-z]+)(?: \(ours, off by default\))? \|(?: [^|]+ \|){4} ([a-z, -]+) \|$/gm)];
    expect(told.map(([, source, names]) => [source, names!.split(', ')])).toEqual(
      KEYWORD_SOURCES.map((source) => [source, providers.filter(({ answers }) => answers.includes(source)).map(({ name }) => name)]),
    );
  });

  test('have one row each for their settings, which exist', () => {
    const told = [...section.matchAll(/^\| ([a-z-]+) \| ((?:all )?`.+?) \|/gm)];
    expect(told.map(([, name]) => name)).toEqual(providers.map(({ name }) => name));
    const settings = told.flatMap(([, , words]) => [...words!.matchAll(/`([A-Z_]+)`/g)].map((match) => match[1]!));
    expect(settings.filter((name) => !(name in SETTINGS))).toEqual([]);
  });
});
