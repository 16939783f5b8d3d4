// Resolving, suggesting, finding and listing regions of the shipped list.
import { describe, expect, it } from 'vitest';
import { REGION_TYPES } from '../../contract/vocabulary.ts';
import { loadRegions, loadTable } from './load.ts';
import { createRegions } from './regions.ts';

const regions = loadRegions();
const resolved = (asked: string | number) => regions.resolve(asked)?.canonicalName ?? null;

describe('resolving a region', () => {
  it('finds a country by its code, its criteria id as text or number, its name and its local name', () => {
    for (const asked of ['DE', 'de', '2276', 2276, 'Germany', 'germany', 'Deutschland', ' DEUTSCHLAND '])
      expect(resolved(asked)).toBe('Germany');
  });

  it.each(['US', 'DE', 'BR', 'GB', 'FR', 'JP', 'KR', 'CN', 'CZ', 'IN'])('resolves the capitals %s to the country', (code) => {
    expect(regions.resolve(code)).toMatchObject({ countryCode: code, type: 'country' });
  });

  it('prefers a canonical name to every other name', () => {
    expect(regions.resolve('Georgia')).toMatchObject({ countryCode: 'GE', type: 'country' });
    expect(regions.resolve('Georgia,United States')).toMatchObject({ countryCode: 'US', type: 'state' });
    expect(regions.resolve('Luxembourg')?.type).toBe('country');
  });

  it('ignores case, accents and spaces after commas', () => {
    for (const asked of ['Austin,Texas,United States', 'AUSTIN, TEXAS, UNITED STATES', 'austin ,  texas,united states']) {
      expect(resolved(asked)).toBe('Austin,Texas,United States');
    }
    expect(resolved('Paris, Île-de-France, France')).toBe(resolved('paris,ile-de-france,france'));
  });

  it('finds by formatted name, by local name and by id', () => {
    expect(resolved('California, United States')).toBe('California,United States');
    expect(resolved('Bayern')).toBe('Bavaria,Germany');
    expect(resolved('München')).toBe('Munich,Bavaria,Germany');
    expect(resolved('東京')).toBe('Tokyo,Tokyo,Japan');
    expect(resolved('gn2988507')).toBe('Paris,Ile-de-France,France');
  });

  it('chooses the larger of two regions with the same local name', () => {
    expect(regions.resolve('Paris')).toMatchObject({ countryCode: 'FR', type: 'city' });
    expect(regions.resolve('London')).toMatchObject({ countryCode: 'GB', type: 'city' });
  });

  it('ignores generic words of divisions as the last resort', () => {
    expect(resolved('Salta,Salta Province,Argentina')).toBe('Salta,Salta,Argentina');
    expect(resolved('State of Sao Paulo,Brazil')).toBe('Sao Paulo,Brazil');
    expect(resolved('Istanbul,Istanbul,Turkey')).toBe('Istanbul,Istanbul,Turkiye');
    expect(resolved('Czech Republic')).toBe('Czechia');
  });

  it.each(['New York,New York,United States', 'Cologne,North Rhine-Westphalia,Germany', 'Buenos Aires,Buenos Aires,Argentina', 'Kosovo'])(
    'knows %s',
    (name) => {
      expect(resolved(name)).toBe(name);
    },
  );

  it('distinguishes two towns of one name by their second-level division', () => {
    expect(resolved('Springfield,Illinois,United States')).toBe('Springfield,Illinois,United States');
    expect(new Set(regions.list({ query: 'san jose', items: 200, page: 1 }).items.map((item) => item.canonicalName)).size).toBe(200);
  });

  it.each(['ZZ', 'Germny', 'Atlantis,Nowhere Land', 'Austin,Nowhere,United States', '', ' ', ',', '999999999', 'x'.repeat(5000)])(
    'finds nothing for %j',
    (asked) => {
      expect(regions.resolve(asked)).toBeNull();
    },
  );

  it('finds nothing for numbers that are not criteria ids', () => {
    for (const asked of [0, -1, 1.5, Number.NaN, 4_294_969_572]) expect(regions.resolve(asked)).toBeNull();
  });
});

describe('near names', () => {
  it('suggest the country when its name is misspelt', () => {
    expect(regions.near('Germny')).toEqual(['Germany']);
    expect(regions.near('Untied States')).toEqual(['United States']);
  });

  it('list the right parent first when a part of a canonical name is misspelt', () => {
    expect(regions.near('Austn,Texas,United States')[0]).toBe('Austin,Texas,United States');
    expect(regions.near('Austin,Texs,United States')[0]).toBe('Austin,Texas,United States');
  });

  it('are at most three, and none if nothing is similar', () => {
    expect(regions.near('Pariss')).toHaveLength(3);
    for (const asked of ['', 'x', 'xqzzzzzzq', ',,,']) expect(regions.near(asked)).toEqual([]);
  });

  it('resolve to regions', () => {
    for (const name of [...regions.near('Pariss'), ...regions.near('Sao Paolo,Brasil')]) expect(resolved(name)).toBe(name);
  });
});

describe('the nearest region', () => {
  it('is the right country, city or governate for well-known points', () => {
    expect(regions.nearest({ latitude: 46.3, longitude: 2.3, types: ['country'] })?.countryCode).toBe('FR');
    expect(regions.nearest({ latitude: 52.52, longitude: 13.405, types: ['country'] })?.countryCode).toBe('DE');
    expect(regions.nearest({ latitude: 52.52, longitude: 13.405, types: ['city'] })?.canonicalName).toBe('Berlin,Berlin,Germany');
    expect(regions.nearest({ latitude: 48.8566, longitude: 2.3522, types: ['region'] })?.canonicalName).toBe('Ile-de-France,France');
    for (const type of ['governate', 'governorate'] as const) {
      expect(regions.nearest({ latitude: 30.0444, longitude: 31.2357, types: [type] })).toMatchObject({
        type: 'governate',
        countryCode: 'EG',
      });
    }
  });

  it.each(REGION_TYPES)('is a %s at its own centre', (type) => {
    const { items } = regions.list({ type, items: 3, page: 1 });
    for (const { latitude, longitude } of items) {
      expect(regions.nearest({ latitude, longitude, types: [type], maxDistance: 0 })).toMatchObject({ latitude, longitude, type });
    }
  });

  it('is limited by the distance to its centre in metres', () => {
    const { latitude, longitude } = regions.resolve('Berlin,Berlin,Germany') ?? { latitude: 0, longitude: 0 };
    const off = { latitude: latitude + 0.001, longitude, types: ['city' as const] };
    expect(regions.nearest({ ...off, maxDistance: 0 })).toBeNull();
    expect(regions.nearest({ ...off, maxDistance: 100 })).toBeNull();
    expect(regions.nearest({ ...off, maxDistance: 120 })?.name).toBe('Berlin');
  });

  it('has one of the default types when none are given', () => {
    const point = { latitude: 30.2672, longitude: -97.7431 };
    expect(regions.nearest({ ...point, types: [] })).toEqual(regions.nearest(point));
    const airport = regions.list({ type: 'airport', query: 'austin bergstrom', items: 1, page: 1 }).items[0];
    expect(regions.nearest({ latitude: airport?.latitude ?? 0, longitude: airport?.longitude ?? 0 })?.type).not.toBe('airport');
  });

  it('is found across the antimeridian and at the poles', () => {
    const fiji = regions.nearest({ latitude: -17, longitude: -179.9, types: ['country'] });
    expect(['FJ', 'TO', 'WF']).toContain(fiji?.countryCode);
    expect(regions.nearest({ latitude: -90, longitude: 0, types: ['country'] })?.countryCode).toBe('AQ');
    expect(regions.nearest({ latitude: 90, longitude: 180 })).not.toBeNull();
  });
});

describe('the list', () => {
  const names = (query: Parameters<typeof regions.list>[0]) => regions.list(query).items.map((item) => item.canonicalName);

  it('begins with the countries, one per code, and pages without overlap', () => {
    const countries = regions.list({ type: 'country', items: 500, page: 1 });
    expect(countries.total).toBeGreaterThan(240);
    expect(new Set(countries.items.map((item) => item.countryCode)).size).toBe(countries.total);
    expect(regions.list({ items: countries.total, page: 1 }).items).toEqual(countries.items);
    const both = names({ countryCode: 'US', items: 10, page: 1 });
    expect([...names({ countryCode: 'us', items: 5, page: 1 }), ...names({ countryCode: 'US', items: 5, page: 2 })]).toEqual(both);
  });

  it('is empty after the last page, with the same total', () => {
    const { total } = regions.list({ countryCode: 'DE', items: 1, page: 1 });
    expect(regions.list({ countryCode: 'DE', items: 100, page: 2_147_483_647 })).toEqual({ total, items: [] });
  });

  it('shows the largest exact match first', () => {
    expect(names({ query: 'berlin', countryCode: 'DE', type: 'city', items: 1, page: 1 })).toEqual(['Berlin,Berlin,Germany']);
    expect(names({ query: 'austin', countryCode: 'US', type: 'city', items: 1, page: 1 })).toEqual(['Austin,Texas,United States']);
    expect(names({ query: 'california', countryCode: 'US', type: 'state', items: 1, page: 1 })).toEqual(['California,United States']);
    expect(names({ query: 'PARIS', countryCode: 'FR', type: 'city', items: 1, page: 1 })).toEqual(['Paris,Ile-de-France,France']);
  });

  it('ignores case and accents, finds local names and accepts parents after a comma', () => {
    expect(names({ query: 'sao paulo', items: 2, page: 1 })).toEqual(names({ query: 'São Paulo', items: 2, page: 1 }));
    expect(names({ query: 'münchen', items: 1, page: 1 })).toEqual(['Munich,Bavaria,Germany']);
    expect(names({ query: 'deutschland', items: 1, page: 1 })).toEqual(['Germany']);
    expect(names({ query: 'austin, tex', type: 'city', items: 5, page: 1 })).toEqual(['Austin,Texas,United States']);
  });

  it('ranks beginnings before words and words before parts of words', () => {
    const found = regions.list({ query: 'york', type: 'city', countryCode: 'US', items: 1000, page: 1 }).items.map((item) => item.name);
    const rank = (name: string) => (name === 'York' ? 0 : name.startsWith('York') ? 1 : /[ -]York/.test(name) ? 2 : 3);
    expect(found.map(rank)).toEqual([...found.map(rank)].sort());
    expect(found).toContain('New York');
  });

  it('is empty for unknown names, unknown countries and types without regions', () => {
    for (const query of [{ query: 'qqzzxxqqzz' }, { countryCode: 'ZZ' }, { query: ',texas' }]) {
      expect(regions.list({ ...query, items: 10, page: 1 })).toEqual({ total: 0, items: [] });
    }
  });

  it('accepts the second spelling of governorates', () => {
    expect(regions.list({ type: 'governorate', items: 1, page: 1 }).items[0]?.type).toBe('governate');
  });
});

describe('a region as JSON', () => {
  it('is the text of the region, and null for an unknown id', () => {
    expect(JSON.parse(regions.jsonOf('2276'))).toEqual(regions.byId('2276'));
    expect(regions.jsonOf('nobody')).toBe('null');
    expect(regions.byId('nobody')).toBeNull();
  });
});

it('finds the same regions after it was prepared step by step', () => {
  const prepared = createRegions(loadTable(), [], 'prepared');
  expect([...prepared.prepare()].length).toBeGreaterThan(10);
  for (const name of ['US', 'Germany', 'Munich,Bavaria,Germany', 'Sao Paulo'])
    expect(prepared.resolve(name)?.canonicalName).toBe(resolved(name));
});
