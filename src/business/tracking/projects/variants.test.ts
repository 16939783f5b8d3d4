import { describe, expect, test } from 'vitest';
import type { Account } from '../../../contract/order.ts';
import type { NewTrackedKeyword } from '../../../contract/tracking-keywords.ts';
import type { ReadVariant } from '../types.ts';
import { createExpand, keywordText } from './variants.ts';

const account = { id: 1 } as Account;
/** Records which variants are checked. The checks themselves belong to SERP requests. */
function recordingReader() {
  const checked: string[] = [];
  const readVariant: ReadVariant = ({ searchEngine, region, language = 'en', isMobile }, _account, at) => {
    checked.push(`${at} ${searchEngine} ${region} ${language} ${isMobile}`);
    return { engine: searchEngine, regionId: String(region), language, isMobile, request: '{}', cost: 1 };
  };
  return { checked, expand: createExpand(readVariant) };
}

describe('keywords', () => {
  test('use the defaults of the project, also where a field is present and undefined', async () => {
    const { expand } = recordingReader();
    // A long list is parsed into objects that have every field.
    const listed = { keyword: 'tea', region: undefined, language: undefined, searchEngine: undefined, devices: undefined } as unknown;
    const [one] = await expand(account, { region: 'DE', searchEngine: 'bing', language: 'de' }, 10, [listed as NewTrackedKeyword]);
    expect(one!.variant).toMatchObject({ engine: 'bing', regionId: 'DE', language: 'de', isMobile: false });
  });
  test('are tracked once per device, in the order of the request', async () => {
    const { expand } = recordingReader();
    const expanded = await expand(account, { region: 'DE', devices: ['desktop', 'mobile'] }, 10, [
      { keyword: 'a' },
      { keyword: 'b', devices: ['mobile', 'mobile'] },
    ]);
    expect(expanded.map(({ index, keyword, variant }) => `${index} ${keyword} ${variant.isMobile}`)).toEqual([
      '0 a false',
      '0 a true',
      '1 b true',
    ]);
  });
  test('check each variant once, however long the list', async () => {
    const { checked, expand } = recordingReader();
    const keywords = Array.from({ length: 3000 }, (_, index) => ({ keyword: `k ${index}`, region: index % 2 === 0 ? 'DE' : 'US' }));
    expect(await expand(account, {}, 10, keywords)).toHaveLength(3000);
    expect(checked).toEqual(['keywords[0]. google DE en false', 'keywords[1]. google US en false']);
  });
  test('that cannot be tracked are named', async () => {
    const { expand } = recordingReader();
    const refused = (keyword: NewTrackedKeyword, defaults = {}) =>
      expand(account, defaults, 10, [{ keyword: 'good', region: 'DE' }, keyword]);
    await expect(refused({ keyword: 'tea' })).rejects.toThrow('keywords[1].region is missing');
    await expect(refused({ keyword: ' \u00a0 ', region: 'DE' })).rejects.toThrow('keywords[1].keyword must have 1 to 300 characters');
    await expect(refused({ keyword: 'x'.repeat(301), region: 'DE' })).rejects.toThrow('keywords[1].keyword');
    await expect(refused({ keyword: 'https://shop.example/', region: 'DE', searchEngine: 'universal' })).rejects.toThrow(
      'keywords[1].searchEngine',
    );
    // Characters, not bytes or UTF-16 units.
    await expect(refused({ keyword: '😀'.repeat(300), region: 'DE' })).resolves.toHaveLength(2);
  });
  test('have single spaces only', () => {
    expect(keywordText('  red\t\n shoes\u3000now ')).toBe('red shoes now');
  });
});
