import { expect, test } from 'vitest';
import { loadRegions } from '../business/regions/load.ts';
import { readConfig } from '../config.ts';
import type { CanaryAssignment } from '../worker/canaries.ts';
import { assignCanaries } from './canary-assignment.ts';
import { composeCanary, loadCanaries } from './canary-list.ts';
import { createSourceAccess } from './source-access.ts';

const shipped = loadCanaries({ CANARIES_FILE: null });
const regions = loadRegions();
const proxies = (...countries: string[]): string =>
  countries.map((country, index) => `${country}=http://127.0.0.1:${3128 + index}`).join(',');

async function assignedWith(environment: Record<string, string>): Promise<CanaryAssignment[]> {
  const config = readConfig(environment);
  const sourceAccess = await createSourceAccess(config);
  try {
    const canaries = shipped.flatMap((canary) => composeCanary(canary, config, regions, sourceAccess) ?? []);
    return assignCanaries(canaries, { config, sourceAccess });
  } finally {
    await sourceAccess.close();
  }
}
/** Searches per day with the default interval, by the engine's page through a proxy or without one. */
const pagesPerDay = (assigned: readonly CanaryAssignment[], kind: 'page' | 'browser'): number =>
  Math.round(
    assigned
      .filter(({ engine, source }) => (source === kind || source.startsWith(`${kind}-`)) && !['universal', 'technologies'].includes(engine))
      .reduce((sum, { rotation }) => sum + 24 / rotation!.length, 0),
  );

test('pages per day do not depend on the number of proxies, with and without a browser', async () => {
  const browser = { BROWSER_URL: 'ws://127.0.0.1:9222' };
  const any = (count: number) => ({ PROXIES: proxies(...Array<string>(count).fill('*')) });
  const [direct, one, ten] = [
    await assignedWith(browser),
    await assignedWith({ ...any(1), ...browser }),
    await assignedWith({ ...any(10), ...browser }),
  ];
  for (const kind of ['page', 'browser'] as const)
    expect(
      [direct, one, ten].map((assigned) => pagesPerDay(assigned, kind)),
      kind,
    ).toEqual([936, 936, 936]);
  // docs/canaries.md states these figures.
  expect(pagesPerDay(await assignedWith(any(10)), 'page')).toBe(936);
  expect(new Set(ten.map(({ source }) => source)).size).toBeGreaterThan(20);
});

test('only proxies that can answer the same canary take turns', async () => {
  const assigned = await assignedWith({ PROXIES: proxies('DE', 'DE', 'US') });
  const rotations = (country: string) =>
    new Set(
      assigned
        .filter(({ definition, source }) => definition.region === country && source !== 'registry')
        .map((one) => one.rotation!.join()),
    );
  expect(rotations('DE')).toContain('page-DE-1,page-DE-2');
  expect([...rotations('DE')].some((names) => names.includes('US'))).toBe(false);
  expect(rotations('US')).toContain('page-US-1');
});

test('a proxy with a number in CANARY_BUDGET, or without any turn, is tested apart from the others', async () => {
  const assigned = await assignedWith({ PROXIES: proxies('*', '*', '*', '*'), CANARY_BUDGET: '{"page-any-1":24,"page-any-2":0}' });
  const rotationOf = (name: string) => assigned.find(({ engine, source }) => engine === 'google' && source === name)?.rotation ?? null;
  expect(['page-any-1', 'page-any-2', 'page-any-3', 'page-any-4'].map(rotationOf)).toEqual([
    ['page-any-1'],
    null,
    ['page-any-3', 'page-any-4'],
    ['page-any-3', 'page-any-4'],
  ]);
});

test('a source knows the routes of all regions that it is on', async () => {
  const assigned = await assignedWith({ PROXIES: proxies('DE'), SERPER_KEY: 'key', CANARY_BUDGET: '{"serper":9}' });
  const routesOf = (region: string, source: string) => {
    const found = assigned.find((one) => one.engine === 'google' && one.source === source && one.definition.region === region)!;
    return [found.route, found.otherRoutes];
  };
  const [german, american] = [
    ['serper', 'page-DE-1'],
    ['serper', 'page'],
  ];
  expect(routesOf('US', 'serper')).toEqual([american, [german]]);
  expect(routesOf('DE', 'serper')).toEqual([german, [american]]);
  expect(routesOf('DE', 'page-DE-1')).toEqual([german, []]);
});
