import { afterEach, expect, test } from 'vitest';
import { until } from '../../../test/service.ts';
import { type Credential, type CredentialWatch, createCredentialWatch, type Lapse } from './credential-watch.ts';

let watch: CredentialWatch;
afterEach(() => watch.close());
const key = (id: string): Credential => ({ kind: 'key', id });
const operator = (id: string): Credential => ({ kind: 'operator', id });
const none = async () => new Map<string, Lapse>();

test('sends one query for all streams of a kind', async () => {
  const queried: (readonly string[])[] = [];
  const find = async (ids: readonly string[]) => {
    queried.push(ids);
    return new Map<string, Lapse>();
  };
  watch = createCredentialWatch({ key: find, operator: none }, undefined, 20);
  for (let count = 0; count < 500; count++) watch.add(key(`k${count % 3}`), () => undefined);
  await until(async () => queried.length >= 2);
  for (const ids of queried) expect([...ids].sort()).toEqual(['k0', 'k1', 'k2']);
});

test('ends streams of an operator with a revoked token, but not of a key with the same id', async () => {
  const ended: string[] = [];
  watch = createCredentialWatch({ key: none, operator: async () => new Map([['ann', 'revoked' as const]]) }, undefined, 20);
  watch.add(operator('ann'), (lapse) => ended.push(`ann ${lapse}`));
  watch.add(operator('bob'), () => ended.push('bob'));
  watch.add(key('ann'), () => ended.push('key'));
  await until(async () => ended.length > 0);
  expect([ended, watch.count]).toEqual([['ann revoked'], 2]);
  expect([await watch.check(operator('ann')), await watch.check(operator('bob'))]).toEqual(['revoked', null]);
});

test('keeps streams open while queries fail, checks again afterwards, and sends no query without streams', async () => {
  let [calls, isDown] = [0, true];
  const errors: unknown[] = [];
  const find = async (ids: readonly string[]) => {
    calls += 1;
    if (isDown) throw new Error('down');
    return new Map(ids.map((id) => [id, 'expired' as const]));
  };
  const ended: Lapse[] = [];
  watch = createCredentialWatch({ key: find, operator: none }, (error) => errors.push(error), 20);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(calls).toBe(0);
  watch.add(key('a'), (lapse) => ended.push(lapse));
  await until(async () => errors.length >= 2);
  expect(ended).toEqual([]);
  isDown = false;
  await until(async () => ended.length > 0);
  expect([ended, watch.count]).toEqual([['expired'], 0]);
});

test('keeps a charged stream open when the budget is spent, and ends it when the key is revoked', async () => {
  let lapse: Lapse = 'budget';
  let calls = 0;
  const ended: string[] = [];
  const find = async () => {
    calls += 1;
    return new Map([['a', lapse]]);
  };
  watch = createCredentialWatch({ key: find, operator: none }, undefined, 20);
  watch.add(key('a'), (why) => ended.push(`paid ${why}`), true);
  watch.add(key('a'), (why) => ended.push(`stream ${why}`));
  await until(async () => calls >= 3);
  expect(ended).toEqual(['stream budget']);
  lapse = 'revoked';
  await until(async () => ended.length > 1);
  expect(ended).toEqual(['stream budget', 'paid revoked']);
});
