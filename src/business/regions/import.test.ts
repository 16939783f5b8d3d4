// Importing a list of geographic targets, and resolving regions afterwards.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldsOf } from './geotargets.ts';
import { type ImportCounts, importGeotargets } from './import.ts';
import { loadRegions } from './load.ts';
import type { Regions } from './regions.ts';

const shipped = loadRegions();
const LIST = fileURLToPath(new URL('../../../data/regions.bin.br', import.meta.url));
const TARGETS = [
  'Criteria ID,Name,Canonical Name,Parent ID,Country Code,Target Type,Status,Place ID',
  '"9000001","Salta","Salta,Salta Province,Argentina","9000002","AR","City",Active,',
  '"9000002","Salta Province","Salta Province,Argentina","2032","AR","Province",Active,',
  '"2032","Argentina","Argentina","","AR","Country",Active,place-argentina',
  '"9000003","Austin","Austin,Texas,United States","9000004","US","City",Active,place-austin',
  '"9000004","Texas","Texas,United States","2840","US","State",Active,',
  '"2840","United States","United States","","US","Country",Active,',
  '"9000005","Austin TX","Austin TX,Texas,United States","9000004","US","DMA Region",Active,',
  '"9000006","Invented ""Quoted"" Town","Invented ""Quoted"" Town,Texas,United States","9000004","US","City",Active,',
  '"9000007","Below The Town","Below The Town,Texas,United States","9000006","US","Neighborhood",Active,',
  '"9000008","Yellowstone","Yellowstone,Wyoming,United States","9000099","US","National Park",Active,',
  '"9000009","Orphan","Orphan,Nowhere","9000098","ZZ","City",Active,',
  'not a target',
];

describe('importing geographic targets', () => {
  const folder = mkdtempSync(join(tmpdir(), 'geotargets-'));
  const seen: ImportCounts[] = [];
  let counts: ImportCounts;
  let regions: Regions;

  beforeAll(async () => {
    const file = join(folder, 'targets.csv');
    writeFileSync(file, `\uFEFF${TARGETS.join('\r\n')}\r\n`);
    counts = await importGeotargets(file, folder, { onProgress: (now) => seen.push({ ...now }) });
    regions = loadRegions(LIST, folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('counts read, matched, added and skipped targets', () => {
    expect(counts).toEqual({ rows: 11, matched: 6, added: 3, skipped: 2 });
    expect(seen.at(-1)).toEqual(counts);
  });

  it('makes criteria ids resolve, as number and as text', () => {
    expect(regions.resolve(9000003)?.canonicalName).toBe('Austin,Texas,United States');
    expect(regions.resolve('9000004')?.canonicalName).toBe('Texas,United States');
    expect(regions.resolve(2032)?.countryCode).toBe('AR');
    expect(regions.resolve(2276)?.countryCode).toBe('DE');
  });

  it('matches different spellings and resolves both', () => {
    expect(regions.resolve(9000001)).toMatchObject({ canonicalName: 'Salta,Salta,Argentina', type: 'city' });
    expect(regions.resolve(9000002)).toMatchObject({ canonicalName: 'Salta,Argentina', type: 'province' });
    expect(regions.resolve('Salta,Salta Province,Argentina')?.id).toBe(regions.resolve(9000001)?.id);
  });

  it('adds regions that only the other list has, at the coordinates of their nearest known ancestor', () => {
    const texas = regions.resolve('Texas,United States');
    const added = regions.resolve(9000005);
    expect(added).toMatchObject({ id: 'ct9000005', type: 'dma region', parentId: texas?.id, latitude: texas?.latitude, population: null });
    expect(regions.resolve('Austin TX,Texas,United States')).toEqual(added);
    expect(regions.resolve('Below The Town,Texas,United States')?.parentId).toBe(texas?.id);
    expect(regions.resolve(9000006)?.name).toBe('Invented "Quoted" Town');
    expect(regions.list({ type: 'dma region', items: 10, page: 1 })).toEqual({ total: 1, items: [added] });
    expect(regions.size).toBe(shipped.size + 3);
  });

  it('never returns an added region for a point, because its coordinates are its parent’s', () => {
    const { latitude = 0, longitude = 0 } = regions.resolve(9000005) ?? {};
    expect(regions.nearest({ latitude, longitude, types: ['dma region'] })).toBeNull();
  });

  it('shows and resolves place ids if the file has them', () => {
    expect(regions.resolve('place-austin')).toMatchObject({ name: 'Austin', placeId: 'place-austin' });
    expect(regions.resolve('Texas,United States')?.placeId).toBeNull();
  });

  it('changes the version of the list', () => {
    expect(regions.version).not.toBe(shipped.version);
  });

  it('rejects a file that is not such a list', async () => {
    const file = join(folder, 'other.csv');
    writeFileSync(file, 'a,b\n1,2\n');
    await expect(importGeotargets(file, folder)).rejects.toThrow('no column Criteria ID');
  });

  it('reads quoted fields with commas and quotes', () => {
    expect(fieldsOf('"a,b",c,"d ""e""",')).toEqual(['a,b', 'c', 'd "e"', '']);
  });
});
