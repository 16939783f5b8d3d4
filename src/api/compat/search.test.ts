// Errors in a provider's format are logged like all others: only faults of ours, with their cause.
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { errors } from '../../contract/errors.ts';
import { createLog } from '../../platform/log.ts';
import { StorageUnavailable } from '../../platform/s3.ts';
import { errorHandlerOf, errorTextOf } from './search.ts';

test.each<[string, Error, number, string[]]>([
  ['a source that failed', errors.searchFailed('No source could be reached.'), 502, []],
  ['a bad parameter', errors.badParameter('q', 'is missing'), 400, []],
  ['a database that is down', errors.databaseUnavailable(new Error('refused')), 502, ['warn request not served']],
  ['a storage that is down', new StorageUnavailable('timed out'), 502, ['warn request not served']],
  ['an unexpected error', new TypeError('x is not a function'), 500, ['error request failed']],
])('%s', async (_what, thrown, status, logged) => {
  const lines: string[] = [];
  const log = createLog('debug', (line) => lines.push(line));
  const errorHandler = errorHandlerOf(log, (error) => ({ status: error.code, body: { error: errorTextOf(error) } }));
  const app = Fastify();
  app.get('/search', { errorHandler }, async () => {
    throw thrown;
  });
  expect((await app.inject('/search')).statusCode).toBe(status);
  const found = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(found.map(({ level, message }) => `${level} ${message}`)).toEqual(logged);
  for (const line of found) expect([line.route, line.status]).toEqual(['/search', status]);
});
