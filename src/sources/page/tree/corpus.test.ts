// Compares the tree of every captured page with htmlparser2's, and the trees of pages in other encodings with those of their texts.
// Captured pages are not part of this repository.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Compared, linesOf, type TreeNode } from '../../../../lab/fuzz/compare-trees.ts';
import { judgeTrees } from '../../../../lab/fuzz/tree-differences.ts';
import { charactersOf, ENCODERS } from '../../../../test/encode.ts';
import { decodePage, encodingOf, isTwoByte, markLength, rangeDecoder } from '../../charset.ts';
import { readHtml } from '../html.ts';
import { PageTree } from './page-tree.ts';

const folder = process.env.SEXTANT_CORPUS ?? '';
const files =
  folder === ''
    ? []
    : readFileSync(path.join(folder, 'index.jsonl'), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => (JSON.parse(line) as { file: string }).file)
        .filter((file) => file.endsWith('.html'));

/** A part of a page shows the same faults in less time. */
const ENCODED_MAX = 150_000;
const MS_MAX = 600_000;

/** Node decodes three control characters of Shift_JIS as one another, and ISO-2022-JP uses a fourth. */
const encodable = (text: string): string =>
  text
    .slice(0, ENCODED_MAX)
    .replace(/[\x1a-\x1c\x7f]/g, ' ')
    .replace(/^\ufeff/, '');

/** The lines of the tree that a page has when the server names its encoding. */
function linesOfBytes(bytes: Buffer, encoding: string): string[] {
  const contentType = `text/html; charset=${encoding}`;
  const page = { bytes, body: decodePage(bytes, contentType), headers: { 'content-type': contentType } };
  return linesOf(readHtml(page) as unknown as TreeNode);
}

const linesOfText = (text: string): string[] => linesOf(readHtml(text) as unknown as TreeNode);

test.each(Object.entries(ENCODERS))('a page with the characters of %s has the tree of its text', (encoding, encoder) => {
  const page = charactersOf(encoding)
    .map((one) => `<p${one} class="${one}a b" a${one}="&lt;${one}${one}" title=${one}>${one}<!--${one}--><script>${one}</script></P${one}>`)
    .join(`&amp;\n`);
  const { text, bytes } = encoder(page);
  expect(text).toBe(page);
  expect(linesOfBytes(bytes, encoding)).toEqual(linesOfText(text));
});

describe.skipIf(folder === '')('captured pages', () => {
  test(
    'have the tree of htmlparser2',
    () => {
      const wrong: string[] = [];
      for (const file of files) {
        const bytes = readFileSync(path.join(folder, file));
        const encoding = encodingOf(bytes, undefined);
        expect(isTwoByte(encoding)).toBe(false);
        const decode = rangeDecoder(encoding);
        const compared = (page: Buffer): Compared => ({
          tree: new PageTree(page, decode).document as unknown as TreeNode,
          text: decode(page, markLength(page), page.length),
        });
        const { difference } = judgeTrees(bytes, compared);
        if (difference) wrong.push(`${file} line ${difference.line}`);
      }
      expect(files.length).toBeGreaterThan(200);
      expect(wrong).toEqual([]);
    },
    MS_MAX,
  );

  // Each page is used in one encoding, each encoding with many pages.
  test.each(Object.entries(ENCODERS))('have the same tree in %s', (encoding, encoder) => {
    const names = Object.keys(ENCODERS);
    const own = files.filter((_, index) => index % names.length === names.indexOf(encoding));
    const wrong = own.filter((file) => {
      const { text, bytes } = encoder(encodable(readFileSync(path.join(folder, file), 'utf8')));
      return linesOfBytes(bytes, encoding).join('\n') !== linesOfText(text).join('\n');
    });
    expect(own.length).toBeGreaterThan(15);
    expect(wrong).toEqual([]);
  });
});
