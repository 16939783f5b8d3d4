// Simple selectors, on handwritten markup.
import { describe, expect, it } from 'vitest';
import { spentMs } from '../../../../test/cpu-time.ts';
import { readMarkup } from '../markup.ts';
import { indexElements } from './elements.ts';
import { readSelectors } from './selector.ts';

const index = indexElements(
  readMarkup(`<html data-app="shop"><body class="home wide"><div id="root"><ul class="menu"><li><a href="/one.php" rel="nofollow me">One</a></li></ul></div>
    <p lang="en-GB">text <span>inside</span></p><script data-key='a"b' src="//cdn.example/x.js"></script></body></html>`).elements,
);
const count = (source: string): number => readSelectors(source)!.flatMap((selector) => index.find(selector)).length;

describe('a selector', () => {
  it.each([
    ['#root', 1],
    ['div#root', 1],
    ['p#root', 0],
    ['body.home.wide', 1],
    ['.home.narrow', 0],
    ['[data-app]', 1],
    ['html[data-app="shop"]', 1],
    ["a[href$='.php']", 1],
    ['a[href*=one]', 1],
    ['a[href^="/two"]', 0],
    ['a[rel~="me"]', 1],
    ['p[lang|=en]', 1],
    ['#root a', 1],
    ['#root > a', 0],
    ['ul > li > a', 1],
    ['body > div ul a', 1],
    ['p a', 0],
    ['span, li, .nothing', 2],
    ['script[src*="cdn.example"]', 1],
    ["script[data-key='a\"b']", 1],
    ['*[lang]', 1],
  ])('%s finds %d', (source, found) => {
    expect(count(source)).toBe(found);
  });

  it.each(['', 'a:hover', 'a + b', 'a ~ b', '[broken', 'a,,b', '> a', 'a >', '#'])('such as %j is not supported', (source) => {
    expect(readSelectors(source)).toBeNull();
  });

  it('is matched in time in a hostile page', () => {
    const many = indexElements(readMarkup(`${'<div class="a b c">'.repeat(100)}${'<a href=x></a>'.repeat(5000)}`).elements);
    const began = spentMs();
    for (const source of [
      'div div div div div div .zero',
      'div > div > a[href="y"]',
      '.a .b .c .a .b .c a',
      'form div div div div div div a',
      'form > div div > div div > div div a',
      '[class] [class] [class] p a',
    ])
      for (const selector of readSelectors(source)!) many.find(selector);
    expect(spentMs() - began).toBeLessThan(3000);
  });
});
