// Invariants of every row of the shipped list.
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { Region } from '../../contract/region.ts';
import { loadRegions } from './load.ts';

const regions = loadRegions();
const { items, total } = regions.list({ items: regions.size, page: 1 });
const byId = new Map(items.map((item) => [item.id, item]));

describe('the shipped list', () => {
  it('covers the world', () => {
    expect(total).toBe(regions.size);
    expect(total).toBeGreaterThan(200_000);
    expect(regions.version).toMatch(/^[0-9a-f]{16}$/);
    expect(loadRegions().version).toBe(regions.version);
  });

  it('gives every region a unique id and canonical name', () => {
    expect(byId.size).toBe(total);
    expect(new Set(items.map((item) => item.canonicalName.toLowerCase())).size).toBe(total);
  });

  it('gives every region the fields of the contract', () => {
    const check = new Ajv({ strict: false }).compile(Region);
    for (let at = 0; at < total; at += 97) expect(check(items[at]), JSON.stringify([items[at], check.errors])).toBe(true);
  });

  it('gives every region valid coordinates, with the longitude first in its location', () => {
    for (const item of items) {
      const sound = Math.abs(item.latitude) <= 90 && Math.abs(item.longitude) <= 180 && (item.latitude !== 0 || item.longitude !== 0);
      if (!sound) expect(item).toBeNull();
      if (item.location?.coordinates[0] !== item.longitude || item.location.coordinates[1] !== item.latitude) expect(item).toBeNull();
    }
  });

  it('builds canonical names from the region, its parents and its country', () => {
    for (const item of items) {
      const parent = item.parentId === null ? null : byId.get(item.parentId);
      if (parent === undefined || (parent === null) !== (item.type === 'country')) expect(item).toBeNull();
      if (parent && !item.canonicalName.endsWith(`,${parent.canonicalName}`)) expect(item).toBeNull();
      if (parent && parent.countryCode !== item.countryCode) expect(item).toBeNull();
    }
  });

  it('resolves every canonical and formatted name to its own region', () => {
    for (let at = 0; at < total; at += 11) {
      const item = items[at];
      if (!item || /^[A-Z]{2}$/.test(item.canonicalName)) continue;
      if (regions.resolve(item.canonicalName)?.id !== item.id) expect(item).toBeNull();
      if (regions.resolve(item.formattedName)?.id !== item.id) expect(item).toBeNull();
      if (regions.resolve(item.id)?.id !== item.id) expect(item).toBeNull();
    }
  });

  it.each([
    ['Munich', 'Munich,Bavaria,Germany'],
    ['Muenchen', 'Munich,Bavaria,Germany'],
    ['Monaco di Baviera', 'Munich,Bavaria,Germany'],
    ['Мюнхен', 'Munich,Bavaria,Germany'],
    ['慕尼黑', 'Munich,Bavaria,Germany'],
    ['Vienna', 'Vienna,Vienna,Austria'],
    ['Mailand', 'Milan,Lombardy,Italy'],
    ['Londres', 'London,England,United Kingdom'],
    ['Lisbonne', 'Lisbon,Portugal'],
    ['Peking', 'Beijing,Beijing,China'],
  ])('resolves %s in any language', (name, canonicalName) => {
    expect(regions.resolve(name)?.canonicalName).toBe(canonicalName);
    expect(regions.list({ query: name, items: 3, page: 1 }).items.map((item) => item.canonicalName)).toContain(canonicalName);
  });

  it('has universities outside the United States', () => {
    const { items: universities } = regions.list({ type: 'university', items: 10_000, page: 1 });
    expect(new Set(universities.map(({ countryCode }) => countryCode)).size).toBeGreaterThan(50);
    expect(regions.resolve('University of Oxford,England,United Kingdom')).toMatchObject({ type: 'university', countryCode: 'GB' });
  });

  it('uses GeoNames codes correctly: Paris is in Ile-de-France and not in Aude', () => {
    const paris = regions.resolve('gn2988507');
    expect(paris).toMatchObject({ name: 'Paris', formattedName: 'Paris, Île-de-France, France', type: 'city', countryCode: 'FR' });
    expect(byId.get(paris?.parentId ?? '')).toMatchObject({ name: 'Île-de-France', type: 'region' });
  });

  it.each([
    ['California,United States', 'state'],
    ['Travis County,Texas,United States', 'county'],
    ['Brooklyn,New York,United States', 'borough'],
    ['Bavaria,Germany', 'state'],
    ['Tokyo,Japan', 'prefecture'],
    ['Vaud,Switzerland', 'canton'],
    ['Cairo,Egypt', 'governate'],
    ['Catalonia,Spain', 'autonomous community'],
    ['Delhi,India', 'union territory'],
    ['Kerala,India', 'state'],
    ['Ontario,Canada', 'province'],
    ['Yukon,Canada', 'territory'],
    ['Chukotka,Russia', 'okrug'],
    ['Lombardy,Italy', 'region'],
    ['78701,Texas,United States', 'postal code'],
    ['Paris Department,Ile-de-France,France', 'department'],
  ])('knows that %s is a %s', (name, type) => {
    expect(regions.resolve(name)?.type).toBe(type);
  });

  it('has criteria ids only of countries without an imported list, as the documentation says', () => {
    const coded = [...regions.withCriteriaIds()];
    expect(coded.length).toBeGreaterThan(200);
    expect(coded.filter(({ region }) => region.type !== 'country')).toEqual([]);
    expect(regions.criteriaIdOf(regions.resolve('Austin,Texas,United States')!.id)).toBeNull();
  });

  it('gives countries their criteria id as id, and their local name', () => {
    expect(regions.byId('2840')).toMatchObject({ name: 'United States', countryCode: 'US', parentId: null });
    for (const [code, localName] of [
      ['DE', 'Deutschland'],
      ['JP', '日本'],
      ['BR', 'Brasil'],
      ['RU', 'Россия'],
    ]) {
      expect(regions.resolve(code ?? '')?.localName).toBe(localName);
    }
  });
});
