import { expect, test } from 'vitest';
import { evidenceOf } from './evidence.ts';

test('lists headings and other hosts, those with most links first', () => {
  const html = `<!doctype html><title>pots - Search</title><form><input name="q" value="pots"></form>
    <h2><a href="https://one.example/a">One</a></h2><a href="https://two.example/a">Two</a><a href="//two.example/b">Two again</a>
    <div role="heading">No   link</div><h3> </h3><a href="https://www.engine.example/next">Next</a><a href="/own">Own</a>`;
  expect(evidenceOf(html, 'www.engine.example')).toEqual({
    title: 'pots - Search',
    statedQuery: 'pots',
    linkedHeadings: 1,
    outsideLinks: 3,
    outsideHosts: ['two.example', 'one.example'],
    headings: ['One', 'No link'],
  });
});

test('lists at most 500 headings and hosts of a page', () => {
  const html = Array.from({ length: 700 }, (_, n) => `<h2><a href="https://site${n}.example/">${n}</a></h2>`).join('');
  const { headings, outsideHosts, linkedHeadings, outsideLinks } = evidenceOf(html, 'engine.example');
  expect([headings.length, outsideHosts.length, linkedHeadings, outsideLinks]).toEqual([500, 500, 700, 700]);
});
