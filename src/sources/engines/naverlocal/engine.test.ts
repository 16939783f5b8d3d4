// Checks the requests to Naver's list of places and its parser.
import { describe, expect, it } from 'vitest';
import type { Page } from '../../adapter.ts';
import type { SerpQuery } from '../../serp.ts';
import { naverlocal } from './engine.ts';

const queryWith = (type: string | null = 'City'): SerpQuery => ({
  engine: 'naverlocal',
  keyword: '찻집',
  region: { canonicalName: 'Seoul', countryCode: 'KR', type, latitude: 37.5, longitude: 127 },
  language: 'en',
  isMobile: false,
  maxResults: 10,
  userAgent: null,
  urlParameters: [],
  cookieParameters: [],
});
const stateOf = (field: string, list: unknown, places: Record<string, unknown> = {}): string =>
  `<html><body><script>window.__APOLLO_STATE__ = ${JSON.stringify({ ...places, ROOT_QUERY: { 'adBusinesses({})': { items: [{ id: '9', name: '광고' }] }, [field]: list } })};
  window.__PLACE_STATE__ = {"a": "}"};</script></body></html>`;
const PLACE = {
  id: '11',
  name: '<b>찻집</b> &amp; 뜰',
  category: '카페,디저트',
  fullAddress: '서울 마포구 1길 2',
  phone: '02-1-2',
  x: '127.1',
  y: '37.2',
  visitorReviewScore: '4.45',
  visitorReviewCount: '1,278',
  newBusinessHours: { status: '영업 중' },
};
const read = (body: string, change: Partial<Page> = {}, query = queryWith()) => {
  const request = naverlocal.start(query);
  return naverlocal.parse({ request, url: request.url, status: 200, headers: {}, body, ...change }, query);
};
const outcomeOf = (body: string, change: Partial<Page> = {}): string => {
  try {
    return read(body, change).found.empty ? 'empty' : 'valid';
  } catch (error) {
    return (error as { outcome?: string }).outcome ?? String(error);
  }
};

describe('a query for places', () => {
  it('has the coordinates of a city and none for a country', () => {
    const near = (type: string | null) => new URL(naverlocal.start(queryWith(type)).url).searchParams;
    expect([near('City').get('x'), near('City').get('y')]).toEqual(['127', '37.5']);
    expect(near('Country').has('x')).toBe(false);
  });
});

describe('a list of places', () => {
  const { found, next } = read(
    stateOf(
      'placeList({"input":{"query":"찻집"}})',
      { businesses: { total: 5, items: [{ __ref: 'P:11' }, { __ref: 'P:12' }, { __ref: 'P:11' }, { __ref: 'P:none' }] } },
      { 'P:11': PLACE, 'P:12': { id: 12, name: '둘째 집' } },
    ),
  );

  it('has each place once, without the paid ones', () => {
    expect(found.maps.map(({ position, rank, title }) => ({ position, rank, title }))).toEqual([
      { position: 1, rank: 1, title: '찻집 & 뜰' },
      { position: 2, rank: 2, title: '둘째 집' },
    ]);
    expect(found.maps[0]).toMatchObject({
      placeId: '11',
      url: 'https://map.naver.com/p/entry/place/11',
      address: '서울 마포구 1길 2',
      phone: '02-1-2',
      categories: ['카페', '디저트'],
      rating: { value: 4.45, max: 5, votes: 1278 },
      coordinates: { latitude: 37.2, longitude: 127.1 },
      openState: '영업 중',
    });
    expect(found.totalResults).toBe(5);
  });

  it('repeats them as results, with their map URL', () => {
    expect(found.organic.map(({ type, title, url }) => ({ type, title, url }))).toEqual([
      { type: 'local', title: '찻집 & 뜰', url: 'https://map.naver.com/p/entry/place/11' },
      { type: 'local', title: '둘째 집', url: 'https://map.naver.com/p/entry/place/12' },
    ]);
    expect(found.organic[0]?.snippet).toBe('카페,디저트 · 서울 마포구 1길 2');
  });

  it('continues after the last place, and ends at the total', () => {
    expect(new URL(next?.url ?? '').searchParams.get('start')).toBe('3');
    expect(read(stateOf('restaurantList({})', { total: 1, items: [PLACE] })).next).toBeUndefined();
  });
});

describe('a page without places', () => {
  it('is empty only when the list itself is', () => {
    expect(outcomeOf(stateOf('placeList({})', { businesses: { total: 0, items: [] } }))).toBe('empty');
    expect(outcomeOf(stateOf('placeList({})', { businesses: { total: 7, items: [] } }))).toBe('unparsed');
  });

  it('is blocked at a block page', () => {
    expect(outcomeOf('<html><body><p>과도한 접근 요청으로 서비스 이용이 제한되었습니다.</p></body></html>')).toBe('blocked');
    expect(outcomeOf('<html><head><script src="https://ncpt.naver.com/ncaptcha.js"></script></head></html>')).toBe('blocked');
    expect(outcomeOf('', { status: 429 })).toBe('blocked');
  });

  it.each([
    '',
    '<p>?</p>',
    '<script>window.__APOLLO_STATE__ = {"a": </script>',
    '<script>window.__APOLLO_STATE__ = {"ROOT_QUERY": {"placeList(": 7}};</script>',
  ])('is unreadable when it is %j', (body) => {
    expect(outcomeOf(body)).toBe('unparsed');
  });
});
