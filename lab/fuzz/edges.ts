// Requests at the limits that must be accepted, and one just past a limit.
import { type Asked, post } from './asked.ts';
import { nest } from './serp.ts';

export const EDGES: readonly (() => Asked)[] = [
  () =>
    post('/serp/new', { keyword: 'edge', region: 'US', regionSearch: { deep: nest(29) } }, { operation: 'post /serp/new', expect: 200 }),
  () => post('/serp/new', `{"keyword":"first","keyword":"edge","region":"US"}`, { operation: 'post /serp/new', expect: 200 }),
  () =>
    post('/serp/new', `{"keyword":"edge","region":"US","x":${'9'.repeat(300)},"y":1e400,"z":-0}`, {
      operation: 'post /serp/new',
      expect: 200,
    }),
  () =>
    post('/serp/new', `{"keyword":"edge","region":"US","pad":"${'x'.repeat(4 * 1024 * 1024 - 48)}"}`, {
      operation: 'post /serp/new',
      expect: 200,
    }),
  () =>
    post('/serp/new', `{"keyword":"edge","region":"US","pad":"${'x'.repeat(4 * 1024 * 1024)}"}`, {
      operation: 'post /serp/new',
      expect: 400,
    }),
  () =>
    post(
      '/serp/new',
      { keyword: 'edge', region: 'US' },
      { operation: 'post /serp/new', expect: 200, headers: { 'content-type': 'application/json; charset=utf-8' } },
    ),
];
