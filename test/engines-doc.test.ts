// Compares docs/engines.md with the catalogue.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { SETTINGS } from '../src/config.ts';
import { CONTRACT_ENGINES, ENGINES, KEYWORD_SOURCES } from '../src/contract/vocabulary.ts';
import { createEngineTable } from '../src/sources/catalogue.ts';
import { DEFINITIONS } from '../src/sources/engines/list.ts';
import { SITES } from '../src/sources/sandbox-sites.ts';
import { plainQuery } from '../src/sources/stored-page.ts';
import { fullConfig, withEngines } from '../src/wiring/engines-page.ts';
import { createKeywordProviders } from '../src/wiring/keywords.ts';
import { createFallbacks, createProviders } from '../src/wiring/providers.ts';

const text = readFileSync(new URL('../docs/engines.md', import.meta.url), 'utf8');
const rows = [...text.matchAll(/^\| ([a-z-]+)(?: \((extension)\))? \| (.+?) \| (\d+) \| (\d+) \| (\w+) \| (yes|no) \| (.+) \|$/gm)];
const access = { apiKey: 'x', model: 'x', baseUrl: 'https://x.example' };
const engines = createEngineTable({ chatgpt: access, perplexity: access });
const config = fullConfig();
const [providers, fallbacks] = [createProviders(config), createFallbacks(config)];
/** Origins of the official APIs that the sandbox replaces. */
const API_ORIGINS: Record<string, string> = { chatgpt: 'https://api.openai.com', perplexity: 'https://api.perplexity.ai' };
const OWN: Record<string, string[]> = { chatgpt: ['openai'], perplexity: ['perplexity'] };

test('the page equals the output of npm run engines', () => {
  expect(withEngines(text)).toBe(text);
});

test('has one row per engine, with its traits and its sources in order', () => {
  const told = rows.map(([, name, extension, fills, size, most, region, mobile, sources]) => ({
    name,
    extension: extension !== undefined,
    fills: fills!.split(', '),
    size: Number(size),
    most: Number(most),
    region,
    mobile: mobile === 'yes',
    sources: sources!.split(', '),
  }));
  const actual = Object.values(engines).map((engine) => {
    const names = (list: typeof providers) =>
      list.filter((provider) => provider.engines.includes(engine!.name)).map((provider) => provider.name);
    const { pageSize, maxResults, region, mobile } = engine!.traits;
    return {
      name: engine!.name,
      extension: !(CONTRACT_ENGINES as readonly string[]).includes(engine!.name),
      fills: DEFINITIONS[engine!.name].docs.fills,
      size: pageSize,
      most: maxResults,
      region,
      mobile,
      sources: [...names(providers), ...(OWN[engine!.name] ?? ['browser', 'page']), ...names(fallbacks)],
    };
  });
  expect(told).toEqual(actual);
});

describe('the list of engines', () => {
  const folder = new URL('../src/sources/engines/', import.meta.url);
  const folders = readdirSync(folder).filter((name) => existsSync(new URL(`${name}/engine.ts`, folder)));

  test('has one folder per name of the vocabulary, with an adapter of that name', () => {
    expect(folders.sort()).toEqual([...ENGINES].sort());
    expect(Object.keys(DEFINITIONS).sort()).toEqual([...ENGINES].sort());
    expect(Object.entries(engines).filter(([name, engine]) => engine!.name !== name)).toEqual([]);
  });

  test('gives every engine a sandbox site that answers its requests', () => {
    for (const engine of Object.values(engines)) {
      const keyword = engine!.traits.keywordIsUrl ? 'https://shop.example/' : 'tea';
      const url = new URL(
        engine!.start(plainQuery(engine!.name, { keyword })).url.replace('https://x.example', API_ORIGINS[engine!.name] ?? ''),
      );
      expect(
        SITES.find((site) => site.serves(url)),
        engine!.name,
      ).toBe(DEFINITIONS[engine!.name].site);
    }
  });
});

test('has one row per source, with existing settings', () => {
  const sources = text.slice(text.indexOf('## Sources and their settings'));
  const told = [...sources.matchAll(/^\| ([a-z-]+) \| (.+?) \| .+ \|$/gm)];
  expect(told.map(([, name]) => name)).toEqual(
    [...providers, ...fallbacks].map(({ name }) => name).concat('openai', 'perplexity', 'browser', 'page'),
  );
  const settings = told.flatMap(([, , words]) => [...words!.matchAll(/`([A-Z_]+)`/g)].map((match) => match[1]!));
  expect(settings.filter((name) => !(name in SETTINGS))).toEqual([]);
});

describe('keyword sources', () => {
  const section = text.slice(text.indexOf('## Keywords'), text.indexOf('## Sources and their settings'));
  const providers = createKeywordProviders(config);

  test('have one row each with their providers in order', () => {
    const told = [...section.matchAll(/^\| ([a-z]+)(?: \(extension, off by default\))? \|(?: [^|]+ \|){4} ([a-z, -]+) \|$/gm)];
    expect(told.map(([, source, names]) => [source, names!.split(', ')])).toEqual(
      KEYWORD_SOURCES.map((source) => [source, providers.filter(({ answers }) => answers.includes(source)).map(({ name }) => name)]),
    );
  });

  test('have one row per provider with existing settings', () => {
    const told = [...section.matchAll(/^\| ([a-z-]+) \| ((?:all )?`.+?) \|/gm)];
    expect(told.map(([, name]) => name)).toEqual(providers.map(({ name }) => name));
    const settings = told.flatMap(([, , words]) => [...words!.matchAll(/`([A-Z_]+)`/g)].map((match) => match[1]!));
    expect(settings.filter((name) => !(name in SETTINGS))).toEqual([]);
  });
});
