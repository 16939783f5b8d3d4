// Checks that businesses of the sandbox are in the requested region.
import { describe, expect, it } from 'vitest';
import { businessFrom, cityOf } from './businesses.ts';
import { CITIES } from './cities.ts';
import { createDataset } from './dataset.ts';

/** The message `{1: 2, 2: 32, 4: name}` in protobuf, as Google's own pages have it. */
function regionParameter(name: string): string {
  const bytes = Buffer.from(name, 'utf8');
  const length = bytes.length < 128 ? [bytes.length] : [(bytes.length & 127) | 128, bytes.length >> 7];
  return `w+${Buffer.concat([Buffer.from([8, 2, 16, 32, 0x22, ...length]), bytes]).toString('base64')}`;
}

const dataset = createDataset('businesses', 'pizza', '2026-11-15', 'DE');
const requestFor = (parameters: Record<string, string>) => ({
  url: new URL(`https://www.google.com/search?${new URLSearchParams(parameters)}`),
});

describe('the city of a request', () => {
  it.each([
    ['Munich,Bavaria,Germany', 'Munich'],
    ['Kreuzberg,Berlin,Germany', 'Berlin'],
    ['San Francisco,California,United States', 'San Francisco'],
    [`São Paulo,${'State of São Paulo,'.repeat(8)}Brazil`, 'Sao Paulo'],
  ])('is named by the region %s', (region, city) => {
    expect(cityOf(requestFor({ gl: 'fr', uule: regionParameter(region) }), dataset).name).toBe(city);
  });

  it('is one of the country otherwise', () => {
    for (const country of new Set(CITIES.map((city) => city.country)))
      expect(cityOf(requestFor({ gl: country.toLowerCase() }), dataset).country).toBe(country);
    expect(cityOf(requestFor({ cc: 'JP' }), dataset).country).toBe('JP');
    expect(cityOf(requestFor({}), dataset).country).toBe('DE');
    expect(cityOf(requestFor({ gl: 'de', uule: 'w+%%%' }), dataset).country).toBe('DE');
  });

  it('is any city for a country without one in the table', () => {
    expect(CITIES).toContain(cityOf(requestFor({ gl: 'aq' }), dataset));
  });
});

describe('a business', () => {
  const city = CITIES.find(({ name }) => name === 'Hamburg')!;
  const businesses = Array.from({ length: 60 }, (_, index) => businessFrom(dataset.draw(`business ${index}`), city, dataset));

  it('is a few kilometres from the centre of its city', () => {
    for (const { latitude, longitude } of businesses) {
      expect(Math.abs(latitude - city.latitude)).toBeLessThanOrEqual(0.036);
      expect(Math.abs(longitude - city.longitude)).toBeLessThanOrEqual(0.056);
    }
    expect(new Set(businesses.map(({ latitude, longitude }) => `${latitude} ${longitude}`)).size).toBe(businesses.length);
  });

  it('has a street of the country, stars, an invented number and a category of the theme', () => {
    for (const { street, phone, rating, category, priceLevel } of businesses) {
      expect(street).toMatch(/^\p{L}[\p{L} ]+ \d{1,3}$/u);
      expect(phone).toMatch(/^\+49 40 66969 \d{3}$/);
      expect(Number(rating.value)).toBeGreaterThan(3);
      expect(Number(rating.value)).toBeLessThan(5);
      expect(dataset.theme.businesses).toContain(category);
      expect(priceLevel).toMatch(/^€{1,3}$/);
    }
    expect(new Set(businesses.map(({ openState }) => openState)).size).toBeGreaterThan(2);
  });

  it('has an American number for films in cities without their own', () => {
    const lyon = CITIES.find(({ name }) => name === 'Lyon')!;
    expect(businessFrom(dataset.draw('business'), lyon, dataset).phone).toMatch(/^\([2-8]\d\d\) 555-01\d\d$/);
  });

  it('is the same for the same query', () => {
    expect(businessFrom(dataset.draw('business 3'), city, dataset)).toEqual(businesses[3]);
  });
});
