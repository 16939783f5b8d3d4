// Pages of Google with chosen blocks between ordinary results.
import { google } from '../src/sources/engines/google/engine.ts';
import { plainQuery } from '../src/sources/stored-page.ts';

/** A result as Google shows it, with `more` inside its block. */
export const googleResult = (name: string, more = ''): string =>
  `<div><div><a href="https://${name}.example/"><h3>${name}</h3><cite>https://${name}.example</cite></a></div><div>Everything about ${name} and more of it.</div>${more}</div>`;

/** Parses a page of Google with these blocks behind the first of three results. */
export const readGooglePage = (...blocks: string[]) => {
  const query = plainQuery('google', { keyword: 'tea' });
  const request = google.start(query);
  const body = `<html><body><div id="rso">${googleResult('one')}${blocks.join('')}${googleResult('two')}${googleResult('three')}</div></body></html>`;
  return google.parse({ request, url: request.url, status: 200, headers: {}, body }, query).found;
};
