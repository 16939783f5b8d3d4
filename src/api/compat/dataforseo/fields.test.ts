// Fields of a task: lengths count characters, as clients do.
import { expect, test } from 'vitest';
import { fieldsOf } from './fields.ts';

test.each([
  ['😀'.repeat(255), true],
  ['😀'.repeat(256), false],
  ['é'.repeat(255), true],
  ['x'.repeat(256), false],
  ['x'.repeat(100_000), false],
])('a tag has at most 255 characters: %#', (tag, isAccepted) => {
  const read = () => fieldsOf({ tag }).text('tag', 255);
  if (isAccepted) expect(read()).toBe(tag);
  else expect(read).toThrow("Invalid Field: 'tag'. It must have at most 255 characters.");
});
