// Checks the estimated number of matches on pages in several languages.
import { describe, expect, it } from 'vitest';
import { readHtml } from '../../page/html.ts';
import { hasNoResultsMarker } from './block-page.ts';
import { statsOf, totalIn } from './stats.ts';

describe('the estimate of matches', () => {
  it.each([
    ['About 1,230,000 results (0.41 seconds)', 1_230_000],
    ['Page 2 of about 1,230,000 results (0.41 seconds)', 1_230_000],
    ['Ungefähr 1.230.000 Ergebnisse (0,35 Sekunden)', 1_230_000],
    ['Environ 1\u202f230\u202f000 résultats (0,32 secondes)', 1_230_000],
    ['約 1,230,000 件（0.41 秒）', 1_230_000],
    ['حوالى ١٬٢٣٠ نتيجة (٠٫٤١ ثانية)', 1230],
    ['1 result', 1],
  ])('in "%s" is %s', (text, total) => {
    expect(totalIn(text)).toBe(total);
  });

  it('is unknown without a number or without the line', () => {
    expect(totalIn('results')).toBeNull();
    expect(statsOf(readHtml('<p>nothing</p>'))).toBeNull();
  });

  it('means no results only when it is zero', () => {
    const root = readHtml('<div id="main"></div>');
    expect(hasNoResultsMarker(root, 'About 0 results (0.25s)')).toBe(true);
    expect(hasNoResultsMarker(root, 'About 10,500,000 results (0.25s)')).toBe(false);
    expect(hasNoResultsMarker(root, 'Environ 1 230 000 résultats')).toBe(false);
  });
});
