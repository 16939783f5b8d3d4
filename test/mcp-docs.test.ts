// The configuration in docs/mcp.md and docs/mcp-clients.md is valid and names the endpoint that exists.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../src/cli/commands.ts';
import { ROOT } from './doc-samples.ts';

interface Entry {
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const blocksOf = (file: string): { heading: string; text: string }[] =>
  readFileSync(path.join(ROOT, 'docs', file), 'utf8')
    .split(/^## /m)
    .flatMap((section) =>
      [...section.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, text]) => ({ heading: section.split('\n')[0]!, text: text! })),
    );
const blocks = ['mcp.md', 'mcp-clients.md'].flatMap(blocksOf);

test.each(blocks)('the JSON under $heading is valid', ({ text }) => {
  expect(() => JSON.parse(text)).not.toThrow();
});

describe('the servers', () => {
  const entries = blocks.flatMap(({ heading, text }) => {
    const { mcpServers, servers, nodes } = JSON.parse(text) as Record<
      string,
      Record<string, Entry> & { parameters: { endpointUrl: string } }[]
    >;
    const n8n = (nodes ?? []).map(({ parameters }) => ({ url: parameters.endpointUrl, headers: { 'x-api-key': '' } }));
    return [...Object.values(mcpServers ?? servers ?? {}), ...n8n].map((entry) => [heading, entry as Entry] as const);
  });
  test('exist for every client', () => {
    const headings = new Set(entries.map(([heading]) => heading));
    for (const client of ['Claude Desktop', 'Claude Code', 'Cursor', 'VS Code', 'n8n']) expect(headings).toContain(client);
  });
  test.each(entries)('%s uses our URL and header, or our command', (_heading, { url, headers, command, args, env }) => {
    if (url !== undefined) {
      expect(new URL(url).pathname).toBe('/mcp');
      expect(Object.keys(headers!).map((name) => name.toLowerCase())).toContain('x-api-key');
      return;
    }
    const mcp = COMMANDS.find(({ name }) => name === 'mcp')!;
    expect([command, args![0], Object.keys(env!)]).toEqual(['sextant', 'mcp', ['SEXTANT_KEY']]);
    const options = args!.filter((word) => word.startsWith('--')).map((word) => word.slice(2));
    expect(options.filter((word) => !mcp.options.some(({ name }) => name === word))).toEqual([]);
  });
});
