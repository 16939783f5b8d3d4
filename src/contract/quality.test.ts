import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { QUALITY_REASONS } from './quality.ts';

const guide = readFileSync(new URL('../../docs/quality.md', import.meta.url), 'utf8');

test.each(Object.entries(QUALITY_REASONS))('docs/quality.md explains %s', (name, sentence) => {
  const row = guide.split('\n').find((line) => line.startsWith(`| \`${name}\` |`));
  expect(row).toContain(sentence.replace(/\.$/, ''));
});
