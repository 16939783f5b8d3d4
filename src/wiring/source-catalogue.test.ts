import { describe, expect, test } from 'vitest';
import { readConfig, SETTINGS } from '../config.ts';
import { ENGINES } from '../contract/vocabulary.ts';
import { adviceFor, type EngineSetup, readEngineSetups, settingsFor } from './source-catalogue.ts';

const setupOf = (engine: string, environment: Record<string, string> = {}): EngineSetup =>
  readEngineSetups(readConfig(environment)).find((setup) => setup.engine === engine)!;
const advice = (setup: EngineSetup, disabled: readonly string[] = []) => adviceFor(setup, (name) => disabled.includes(name));

describe('the setup of an engine', () => {
  test('lists every engine, and knows the settings of every source that is missing', () => {
    const setups = readEngineSetups(readConfig({}));
    expect(setups.map(({ engine }) => engine)).toEqual([...ENGINES]);
    for (const { engine, missing } of setups)
      for (const { name, settings } of missing) {
        expect(settings.length, `${engine} ${name}`).toBeGreaterThan(0);
        for (const setting of settings) expect(SETTINGS).toHaveProperty(setting);
      }
  });

  test('has the configured sources in the order of the route', () => {
    expect(setupOf('google').names).toEqual(['page']);
    expect(setupOf('google', { SERPER_KEY: 'x', BROWSER_PATH: '/usr/bin/chromium' }).names).toEqual(['serper', 'browser', 'page']);
    expect(setupOf('google', { SERPER_KEY: 'x', SERP_ROUTES: '{"google":["page","serper"]}' }).names).toEqual(['page', 'serper']);
    expect(setupOf('bing').names).toEqual(['page', 'bing-rss']);
    // Without a proxy for any country, pages for other countries are fetched directly.
    expect(setupOf('google', { PROXIES: 'DE=http://proxy.example:8080' }).names).toEqual(['page-DE-1', 'page']);
    expect(setupOf('google', { PROXIES: '*=http://proxy.example:8080' }).names).toEqual(['page-any-1']);
  });

  test('names what is missing with its settings', () => {
    const { missing } = setupOf('google', { SERPER_KEY: 'x' });
    const names = missing.map(({ name }) => name);
    expect(names).toContain('serpapi');
    expect(names).toContain('browser');
    expect(names).not.toContain('serper');
    expect(missing.find(({ name }) => name === 'dataforseo')!.settings).toEqual(['DATAFORSEO_LOGIN', 'DATAFORSEO_PASSWORD']);
  });

  test('has no source for an engine behind an official API without its key', () => {
    expect(setupOf('chatgpt').names).toEqual([]);
    expect(setupOf('chatgpt', { OPENAI_API_KEY: 'x' }).names).toEqual(['openai']);
    expect(settingsFor('openai')).toEqual(['OPENAI_API_KEY']);
  });
});

describe('the advice for an engine', () => {
  test('names settings when only the page is queried', () => {
    expect(advice(setupOf('google'))).toMatch(/^No provider, no browser and no proxy: .*DATAFORSEO_LOGIN.*BROWSER_PATH, or PROXIES\.$/);
    expect(advice(setupOf('bing'))).toMatch(/^No provider/);
  });

  test('is nothing with a provider or a browser', () => {
    expect(advice(setupOf('google', { SERPER_KEY: 'x' }))).toBeNull();
    expect(advice(setupOf('google', { BROWSER_PATH: '/usr/bin/chromium' }))).toBeNull();
  });

  test('names the settings of an engine without any source', () => {
    expect(advice(setupOf('chatgpt'))).toMatch(/^No source is configured\. Set OPENAI_API_KEY/);
  });

  test('counts only sources that are on', () => {
    expect(advice(setupOf('google', { SERPER_KEY: 'x' }), ['serper'])).toMatch(/^No provider/);
    expect(advice(setupOf('google', { SERPER_KEY: 'x' }), ['serper', 'page'])).toMatch(/^All sources are switched off/);
  });
});
