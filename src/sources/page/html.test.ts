// Checks the helpers that all parsers use.
import { describe, expect, it } from 'vitest';
import { all, one, readHtml, textOf } from './html.ts';

describe('markup nested deeper than any real page', () => {
  const document = readHtml(`${'<div>'.repeat(2000)}<p>first</p><p>second</p>`);

  it('is flattened, so that nothing in it is lost', () => {
    expect(all('p', document)).toHaveLength(2);
    expect(textOf(one('div', document))).toBe('first second');
  });
});

describe('endlessly nested markup', () => {
  it('is rejected before the parser becomes slow', () => {
    expect(() => readHtml('<div>'.repeat(100_000))).toThrow(expect.objectContaining({ outcome: 'unparsed' }));
  });
});
