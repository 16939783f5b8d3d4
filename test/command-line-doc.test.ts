// Compares docs/command-line.md and docs/mcp.md with the code.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { SHOWN_COMMANDS } from '../src/cli/commands.ts';
import { commandLinePage } from '../src/cli/page.ts';
import * as schemas from '../src/mcp/schemas.ts';
import { ReportInput, TrackInput } from '../src/mcp/tracking-schemas.ts';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

describe('docs/command-line.md', () => {
  test('equals the output of npm run command-line: every command, option and example', () => {
    expect(read('docs/command-line.md')).toBe(commandLinePage());
    for (const { name } of SHOWN_COMMANDS) expect(read('docs/command-line.md')).toContain(`\n## \`${name}\`\n`);
  });
});

describe('docs/mcp.md', () => {
  const page = read('docs/mcp.md');
  const named = {
    search: schemas.SearchInput,
    fetch_result: schemas.FetchInput,
    keywords: schemas.KeywordsInput,
    ask: schemas.AskInput,
    whois: schemas.WhoisInput,
    technologies: schemas.TechnologiesInput,
    regions: schemas.RegionsInput,
    track_keywords: TrackInput,
    rank_report: ReportInput,
  };
  test('has a row for every tool, and names only parameters of that tool', () => {
    const rows = [...page.matchAll(/^\| `(\w+)` \| (.+?) \| .+ \|$/gm)].map(([, name, text]) => ({ name: name!, text: text! }));
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(named));
    for (const { name, text } of rows) {
      const known = Object.keys(named[name as keyof typeof named].properties);
      const words = [...text.matchAll(/`(\w+)`/g)].map((match) => match[1]!);
      expect(words.filter((word) => !known.includes(word))).toEqual([]);
    }
  });
});
