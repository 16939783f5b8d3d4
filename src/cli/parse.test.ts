// Tests for `sextant parse`: missing files and bad lines are usage errors, which end with one line.
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { UsageProblem } from './arguments.ts';
import { parseCommand } from './parse.ts';

const parsed: string[] = [];
const parse = (argv: readonly string[], input = '') =>
  parseCommand(
    argv,
    async (_engine, bytes) => {
      parsed.push(bytes.toString('utf8'));
      return { verdict: 'valid', data: null, reason: null } as never;
    },
    () => undefined,
    Readable.from([input]),
  );

test.each([
  [['--engine', 'bing', 'missing.html'], '', 'Cannot read missing.html.'],
  [['--engine', 'bing', '.'], '', 'Cannot read ..'],
  [['--ndjson'], '{"id":"1","engine":"bing","file":"missing.html"}\n', 'Cannot read missing.html.'],
  [['--ndjson'], '\n{"id":"1"\n', 'Line 2 must look like {"id":"1","engine":"bing","file":"page.html"}.'],
  [['--ndjson'], 'null\n', 'Line 1 must look like {"id":"1","engine":"bing","file":"page.html"}.'],
  [['--ndjson'], '{"id":"1","engine":"bing","file":"-"}\n', 'With --ndjson, a page cannot be read from standard input.'],
])('%j with the input %j fails with one line', async (argv, input, message) => {
  const error = await parse(argv, input).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UsageProblem);
  expect(error).toHaveProperty('message', message);
});

test('a page can come from standard input', async () => {
  expect(await parse(['--engine', 'bing', '-'], '<html>')).toBe(0);
  expect(parsed).toEqual(['<html>']);
});
