// Checks identifiers of the code and the schema for the retired words of docs/glossary.md.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const FOLDERS = ['src', 'web', 'client', 'lab', 'sql'];
/** Texts of other products and sites, unchanged. */
const FOREIGN = /\/fingerprints\/|\/engines\/[^/]+\/sandbox/;

/** The words of an identifier or a file name: `wallOf` has `wall` and `of`. */
const partsOf = (identifier: string): string[] =>
  (identifier.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((part) => part.toLowerCase());

/** Patterns match texts of other sites, so their words are not checked. */
const PATTERN = /(?<=[(,=:[!&|?{};\s])\/(?![/*\s])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[dgimsuvy]*/g;

/** Code without comments, quoted text and patterns. Templates stay, because they hold SQL and expressions. */
const codeOf = (text: string, isSql: boolean): string =>
  text
    .replace(isSql ? /--[^\n]*/g : /(?!)/g, '')
    .replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g, '')
    .replace(PATTERN, '');

const singular = (word: string): string => word.replace(/(?<=sh)es$|(?<!s)s$/, '');

/** The retired words among the parts of the identifiers in a text. */
const retiredIn = (text: string, isSql: boolean, retired: ReadonlySet<string>): string[] =>
  (codeOf(text, isSql).match(/[A-Za-z_$][\w$]*/g) ?? []).filter((name) => partsOf(name).some((part) => retired.has(singular(part))));

function filesIn(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules') return [];
    const file = path.posix.join(folder, entry.name);
    // Packages of the lab's tools and the built client.
    if (entry.name === 'node_modules' || entry.name === 'dist') return [];
    return entry.isDirectory() ? filesIn(file) : [file];
  });
}

describe('retired words', () => {
  const page = readFileSync(path.join(ROOT, 'docs', 'glossary.md'), 'utf8').split('## Retired words')[1]!;
  const retired = new Set([...page.matchAll(/^\| ([a-z, ]+) \| /gm)].flatMap(([, words]) => words!.split(', ')).map(singular));
  const files = FOLDERS.flatMap(filesIn).filter((file) => /\.(?:ts|tsx|sql)$/.test(file) && !FOREIGN.test(file));

  test('are read from the page', () => {
    expect(retired.size).toBeGreaterThan(15);
    expect(retired.has('wall')).toBe(true);
    expect(files.length).toBeGreaterThan(500);
  });

  test('are found in identifiers, and not in comments or text', () => {
    const found = (text: string) => retiredIn(text, false, retired);
    expect(found('const refuseWalls = laneOf(x);')).toEqual(['refuseWalls', 'laneOf']);
    expect(found("// a wall\nconst page = 'a wall'; const turned = firewall;")).toEqual([]);
    expect(found('const isBlocked = /captcha|turnstile/i.test(text);')).toEqual([]);
    expect(found(`const text = \`\${purse.total}\`;`)).toEqual(['purse']);
  });

  test('are in no identifier', () => {
    const found = files.flatMap((file) =>
      retiredIn(readFileSync(path.join(ROOT, file), 'utf8'), file.endsWith('.sql'), retired).map((name) => `${file}: ${name}`),
    );
    expect(found).toEqual([]);
  });

  test('are in no name of a file or folder', () => {
    const names = files.flatMap((file) => file.split('/').map((part) => [file, part.replace(/\..*$/, '')] as const));
    expect(names.filter(([, name]) => partsOf(name).some((part) => retired.has(singular(part)))).map(([file]) => file)).toEqual([]);
  });
});
