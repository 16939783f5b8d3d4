import { describe, expect, test } from 'vitest';
import { readRoute } from '../route.ts';
import { PRODUCTS, productOf, productOfObject } from './products.ts';
import { readShared, shareLink } from './share.ts';
import { pythonOf, snippetsOf } from './snippets.ts';

const BASE = 'http://127.0.0.1:8080';

describe('a shared link', () => {
  test('restores the same request', () => {
    const request = { keyword: 'tea & “scones” #1?', region: 'São Paulo,Brazil', maxResults: 20 };
    const link = shareLink(productOf('serp'), request);
    expect(link.startsWith('#/playground?')).toBe(true);
    expect(readShared(readRoute(link))).toEqual({ product: productOf('serp'), request });
  });
  test('restores the id of a result, and ignores what is not an id', () => {
    const id = '65f0a1b2c3d4e5f601234567';
    const request = { keyword: 'tea' };
    expect(readShared(readRoute(shareLink(productOf('serp'), request, id)))).toEqual({ product: productOf('serp'), request, id });
    expect(readShared(readRoute('#/playground?type=serp&id=../admin'))).not.toHaveProperty('id');
    expect(shareLink(productOf('serp'), request, null)).not.toContain('id=');
  });
  test('shows the example when it is truncated', () => {
    const { product, request } = readShared(readRoute('#/playground?type=keyword&request=%7B%22keyw'));
    expect(product.type).toBe('keyword');
    expect(request).toEqual(product.example);
  });
});

describe('code of a request', () => {
  test.each(PRODUCTS.map((product) => [product.type, product] as const))(
    'for %s reads the key from KEY and never contains one',
    (_type, product) => {
      for (const { text } of snippetsOf(product, product.example, BASE)) {
        expect(text).toContain('KEY');
        expect(text).toContain(BASE);
        expect(text).not.toMatch(/sxt_(live|test)_/);
      }
    },
  );
  test('escapes quotes in a keyword', () => {
    const [curl] = snippetsOf(productOf('serp'), { keyword: "baker's yeast" }, BASE);
    expect(curl!.text).toContain(`-d '{"keyword":"baker'\\''s yeast"}'`);
  });
  test('uses Python literals', () => {
    expect(pythonOf({ isMobile: true, language: null, tags: ['a', 1] })).toBe(
      '{\n    "isMobile": True,\n    "language": None,\n    "tags": ["a", 1],\n}',
    );
  });
});

test.each([
  ['serp', {}, 'serp'],
  ['keyword', {}, 'keyword'],
  ['ai', { type: 'seo-analysis' }, 'ai-analysis'],
  ['ai', { type: 'send-prompt' }, 'ai-prompt'],
])('an object of kind %s with the request %j belongs to the product %s', (kind, request, type) => {
  expect(productOfObject({ kind, request }).type).toBe(type);
});
