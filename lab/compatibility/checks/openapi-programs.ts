// Programs that use a generated client. They are compiled with it and then run.

/** With the types of openapi-typescript and plain fetch. */
export const OPENAPI_TYPESCRIPT_PROGRAM = `
import type { components, operations } from './types';

declare const process: { env: Record<string, string | undefined>; exitCode: number; stdout: { write(text: string): void } };
type Body = operations['createSerp']['requestBody']['content']['application/json'];
/** A SERP, or a quote for a dry run. */
type Created = operations['createSerp']['responses'][200]['content']['application/json'];
type Failure = components['responses']['BadRequest']['content']['application/json'];

async function create(body: Body): Promise<Created | Failure> {
  const headers = { authorization: 'Bearer ' + process.env.KEY, 'content-type': 'application/json' };
  const response = await fetch(process.env.URL + '/serp/new', { method: 'POST', headers, body: JSON.stringify(body) });
  return (await response.json()) as Created | Failure;
}

async function main(): Promise<void> {
  const made = await create({ keyword: 'red shoes', region: 'US', asynchronous: false });
  if (!('id' in made)) throw new Error(JSON.stringify(made));
  const first: unknown = made.data?.organic[0]?.url;
  if (typeof first !== 'string') throw new Error('no organic result');
  const failed = await create({ keyword: 'red shoes', region: 'Nowhere at all' });
  if (!('code' in failed) || failed.code !== 400) throw new Error('no error');
  process.stdout.write('PASS\\n');
}

main().catch((error) => {
  process.stdout.write(String(error));
  process.exitCode = 1;
});
`;

/** With the functions of @hey-api/openapi-ts. */
export const HEY_API_PROGRAM = `
import { createSerp, getQuote, getSerp, getTimeline, listRegions } from './api';
import { client } from './api/client.gen';

declare const process: { env: Record<string, string | undefined>; exitCode: number; stdout: { write(text: string): void } };

async function main(): Promise<void> {
  client.setConfig({ baseUrl: process.env.URL ?? '', auth: process.env.KEY ?? '' });
  const { data: regions } = await listRegions({ query: { query: 'austin', items: 1 } });
  const region: string | undefined = regions?.items[0]?.canonicalName;
  if (region === undefined) throw new Error('no region');
  const { data: quote } = await getQuote({ body: { type: 'serp', request: { keyword: 'red shoes', region } } });
  if (quote?.cost !== 1) throw new Error('no price');
  const made = await createSerp({ body: { keyword: 'red shoes', region, asynchronous: false } });
  if (made.data === undefined) throw new Error(made.error.message);
  if (!('id' in made.data)) throw new Error('a quote instead of a SERP');
  const { data: found } = await getSerp({ path: { id: made.data.id }, throwOnError: true });
  if (found.data === null || found.data.organic.length === 0) throw new Error('no organic result');
  const { data: timeline } = await getTimeline({ path: { id: found.id }, throwOnError: true });
  if (timeline === undefined) throw new Error('no timeline');
  const failed = await getSerp({ path: { id: '0'.repeat(24) } });
  if (failed.error?.code !== 404 || failed.error.message !== 'Object not found.') throw new Error('no error');
  process.stdout.write('PASS\\n');
}

main().catch((error) => {
  process.stdout.write(String(error));
  process.exitCode = 1;
});
`;
