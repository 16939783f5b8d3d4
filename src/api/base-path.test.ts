import { describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { createToRoute } from './base-path.ts';
import { withoutTrailingSlash } from './paths.ts';

describe('the URL of a route', () => {
  const toRoute = createToRoute('/sx');
  test.each([
    ['/sx', '/'],
    ['/sx/', '/'],
    ['/sx?a=/sx', '/?a=/sx'],
    ['/sx/serp/new', '/serp/new'],
    ['/sx/serp/new/', '/serp/new'],
    ['/sx/serp/new/?a=1', '/serp/new?a=1'],
    ['/sx/docs/', '/docs/'],
    ['/sx/sx', '/sx'],
    ['/sx/healthz', '/healthz'],
    ['http://host.example/sx/user?a=1', '/user?a=1'],
    ['HTTP://host.example:80/sx', '/'],
    ['/healthz', '/healthz'],
    ['/readyz/?a=1', '/readyz?a=1'],
    ['/metrics', '/metrics'],
  ])('of %s is %s', (url, route) => {
    expect(toRoute(url)).toBe(route);
  });
  test.each([
    '/',
    '/serp/new',
    '/s',
    '/sxx',
    '/sx-2/user',
    '/SX/user',
    '/sx%2fuser',
    '/%73x/user',
    '//sx/user',
    '/healthz/more',
    '/metricsx',
    '*',
    '',
    'http://host.example',
  ])('does not exist for %s', (url) => {
    expect(toRoute(url)).toBe('//');
  });
  test('has several segments', () => {
    expect(createToRoute('/tools/sx')('/tools/sx/user')).toBe('/user');
    expect(createToRoute('/tools/sx')('/tools/user')).toBe('//');
  });
  test('costs nothing without a base path', () => {
    expect(createToRoute('')).toBe(withoutTrailingSlash);
  });
});

describe('the setting', () => {
  test.each(['/sx', '/tools/sx', '/a.b_c~d-e', '/healthzy', '/x/metrics'])('accepts %s', (BASE_PATH) => {
    expect(readConfig({ BASE_PATH }).BASE_PATH).toBe(BASE_PATH);
  });
  test.each([
    'sx',
    '/',
    '/sx/',
    '//sx',
    '/s x',
    '/sx?',
    '/%73x',
    '/ä',
    '/..',
    '/a/./b',
    '/healthz',
    '/readyz/x',
    'http://a/sx',
    `/${'a'.repeat(100)}`,
  ])('rejects %s', (BASE_PATH) => {
    expect(() => readConfig({ BASE_PATH })).toThrow('BASE_PATH must be a path such as /sx');
  });
  test('is empty by default', () => {
    expect([readConfig({}).BASE_PATH, readConfig({ BASE_PATH: '' }).BASE_PATH]).toEqual(['', '']);
  });
});
