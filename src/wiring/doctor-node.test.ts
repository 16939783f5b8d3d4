import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Finding } from '../cli/doctor.ts';
import { examineNode } from './doctor-node.ts';

const findingOf = (version: string): Finding => {
  const findings: Finding[] = [];
  examineNode((finding) => findings.push(finding), version);
  return findings[0]!;
};

test.each([
  ['v18.20.0', 'problem'],
  ['v20.18.1', 'problem'],
  ['v20.19.0', 'ok'],
  ['v22.0.0', 'ok'],
  ['v24.21.0', 'ok'],
])('of Node %s says: %s', (version, state) => {
  expect(findingOf(version)).toMatchObject({ check: 'node', state, found: version });
});
test('names the version of package.json', () => {
  const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { engines: { node: string } };
  expect(findingOf('v18.0.0').fix).toBe(`Install Node ${engines.node.replace('>=', '')} or newer.`);
});
