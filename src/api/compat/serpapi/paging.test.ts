// Pages of SerpApi's engines whose first result has an unusual number.
import { describe, expect, test } from 'vitest';
import { loadRegions } from '../../../business/regions/load.ts';
import type { Account, Stored } from '../../../contract/order.ts';
import { dialectOf, webDocuments } from './dialects.ts';
import { pageParameters } from './paging.ts';
import { readParameters } from './parameters.ts';
import { searchOf } from './response.ts';

const regions = loadRegions();
const account = { maxResults: 100 } as Account;
const sliceOf = (given: Record<string, string>) =>
  readParameters({ engine: 'naver', query: 'tea', ...given }, account, regions, 'json').slice;

describe('Naver’s web documents', () => {
  test.each([
    [{}, 0],
    [{ start: '0' }, 0],
    [{ start: '1' }, 15],
    [{ start: '16' }, 30],
    [{ start: '31' }, 45],
    [{ page: '1' }, 0],
    [{ page: '2' }, 15],
    [{ page: '4' }, 45],
  ])('%j begins after %i results', (given, from) => {
    expect(sliceOf({ where: 'web', ...given })).toEqual({ from, count: 15 });
  });

  test('the next page has the number that leads to it', () => {
    expect(pageParameters(webDocuments(), 15, 15, {})).toEqual({ page: '2' });
    const next = pageParameters(webDocuments(), 25, 10, {});
    expect(next).toEqual({ start: '11' });
    expect(sliceOf({ where: 'web', num: '10', ...next })).toEqual({ from: 25, count: 10 });
  });

  test('an object of another endpoint stays in its tab', () => {
    const request = JSON.stringify({ searchEngine: 'naverwebdocs', keyword: 'tea', maxResults: 15, isMobile: false });
    const { dialect, sent } = searchOf({ request } as Stored)!;
    expect([sent.where, dialect.engine, dialect.paging.size]).toEqual(['web', 'naverwebdocs', 15]);
  });
});

test('Naver’s integrated page begins with 1', () => {
  expect(sliceOf({ start: '1' })).toEqual({ from: 0, count: 10 });
  expect(sliceOf({ start: '11' })).toEqual({ from: 10, count: 10 });
  expect(pageParameters(dialectOf('naver')!, 10, 20, {})).toEqual({ start: '11' });
});
