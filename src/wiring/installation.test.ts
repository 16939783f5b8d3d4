import { describe, expect, test } from 'vitest';
import { type Config, readConfig } from '../config.ts';
import { dataFolder, homeFolder } from './installation.ts';

const configOf = (environment: Record<string, string> = {}): Config => readConfig(environment);

describe('the data folder', () => {
  test('of a checkout is in the checkout, wherever it is started', () => {
    expect(homeFolder('/srv/sextant', '/home/anna')).toBe('/srv/sextant');
    expect(dataFolder(configOf(), '/srv/sextant')).toBe('/srv/sextant/.data');
  });

  test('of an installed package is in the working directory, because an update replaces the package', () => {
    for (const root of ['/usr/local/lib/node_modules/@sextant-serp/server', '/home/anna/project/node_modules/@sextant-serp/server'])
      expect(homeFolder(root, '/srv/search')).toBe('/srv/search');
  });

  test('is the one that is set, relative to the same folder', () => {
    expect(dataFolder(configOf({ DATA_DIR: '/srv/data' }), '/srv/sextant')).toBe('/srv/data');
    expect(dataFolder(configOf({ DATA_DIR: 'data' }), '/srv/sextant')).toBe('/srv/sextant/data');
  });
});
