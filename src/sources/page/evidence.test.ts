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

test('headings that are links, contain one or are within one are counted', () => {
  const html = `<html><head><title> Clay  pots </title></head><body><input name="q" value="clay pots">
    <h3><a href="https://one.example/">One</a></h3>
    <a href="https://two.example/"><h3>Two</h3></a>
    <div role="heading"><span>Three</span><div><h2><b><a href="//sub.three.example/">3</a></b></h2></div></div>
    <h3><a>No target</a></h3> <h3>Plain</h3> <h3> </h3> <a href="https://www.engine.example/more">More</a></body></html>`;
  expect(evidenceOf(html, 'www.engine.example')).toEqual({
    title: 'Clay pots',
    statedQuery: 'clay pots',
    linkedHeadings: 4,
    outsideLinks: 3,
    outsideHosts: ['one.example', 'two.example', 'sub.three.example'],
    headings: ['One', 'Two', 'Three 3', '3', 'No target', 'Plain'],
  });
});

test('headings that contain each other are counted within two seconds of CPU time', () => {
  const html = `${'<div role=heading>'.repeat(500)}x${'<a href=//x.example/>l</a>'.repeat(50_000)}`;
  const before = process.cpuUsage();
  const { linkedHeadings, outsideLinks } = evidenceOf(html, 'engine.example');
  const { user, system } = process.cpuUsage(before);
  expect([linkedHeadings, outsideLinks]).toEqual([500, 50_000]);
  expect((user + system) / 1e6).toBeLessThan(2);
});
