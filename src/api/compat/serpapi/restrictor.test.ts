import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRestrictor, restrict } from './restrictor.ts';

const RESPONSE = {
  search_metadata: { id: '1', status: 'Success' },
  organic_results: [
    { title: 'a', link: 'A', sitelinks: { inline: [{ title: 'x', link: 'X' }] } },
    { title: 'b', link: 'B' },
    { title: 'c', link: 'C' },
  ],
};
const kept = (text: string) => restrict(RESPONSE, parseRestrictor(text));

test('names, indexes, ranges and groups select fields', () => {
  expect(kept('search_metadata.id')).toEqual({ search_metadata: { id: '1' } });
  expect(kept('organic_results[0:2].{title,link}')).toEqual({
    organic_results: [
      { title: 'a', link: 'A' },
      { title: 'b', link: 'B' },
    ],
  });
  expect(kept('organic_results[1].title, search_metadata')).toEqual({
    organic_results: [{ title: 'b' }],
    search_metadata: RESPONSE.search_metadata,
  });
  expect(kept('organic_results[].{ title, sitelinks.inline[].link }')).toEqual({
    organic_results: [{ title: 'a', sitelinks: { inline: [{ link: 'X' }] } }, { title: 'b' }, { title: 'c' }],
  });
  expect(kept('organic_results[2:].link')).toEqual({ organic_results: [{ link: 'C' }] });
  expect(kept('search_metadata.id, search_metadata.status')).toEqual({ search_metadata: RESPONSE.search_metadata });
  expect(kept('unknown, __proto__, constructor.name')).toEqual({});
});

test('a text that is not a restrictor is rejected', () => {
  for (const text of ['', 'a.', 'a[', 'a[x]', 'a.{b', 'a}', ',a', 'a,,b', 'a b', `a${'.{a'.repeat(50)}`, 'x'.repeat(3000)])
    expect(() => parseRestrictor(text), text.slice(0, 20)).toThrow(/json_restrictor is not understood/);
});

test('no text makes it fail in another way or take long', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-b.,:{}[\]0-9 ]{0,60}$/), (text) => {
      try {
        restrict(RESPONSE, parseRestrictor(text));
      } catch (error) {
        expect((error as Error).message).toContain('json_restrictor');
      }
    }),
    { numRuns: 500, seed: 24 },
  );
});
