import { deflateRawSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  combineCrc,
  compress,
  compressAround,
  compressSync,
  crc32,
  decompress,
  gzipJoin,
  gzipSequence,
  isJoinable,
  slowCrc32,
} from './gzip.ts';

test('a joined stream decompresses to the head followed by the body, whatever their sizes', async () => {
  for (const [head, body] of [
    ['{"a":1,"data":', '{"organic":[]}'],
    ['', 'x'],
    ['h'.repeat(200_000), 'é'.repeat(70_000)],
    ['{"a":"ü', ''],
  ] as const) {
    const joined = gzipJoin(head, await compress(body));
    expect(gunzipSync(joined).toString()).toBe(head + body);
  }
});

test('a compressed body decompresses to itself', async () => {
  const compressed = await compress('{"x":"'.repeat(1000));
  expect((await decompress(compressed.bytes, compressed.size)).toString()).toBe('{"x":"'.repeat(1000));
});

test('checksums of parts combine to the checksum of the whole', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), fc.uint8Array({ maxLength: 2000 }), (a, b) => {
      const [first, second] = [Buffer.from(a), Buffer.from(b)];
      expect(slowCrc32(first)).toBe(crc32(first));
      expect(combineCrc(crc32(first), crc32(second), second.length)).toBe(crc32(Buffer.concat([first, second])));
    }),
  );
});

test('texts and bodies in sequence decompress to themselves, whatever their order and sizes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ text: fc.string({ maxLength: 300 }), times: fc.constantFrom(1, 3, 1000), packed: fc.boolean() }), {
        maxLength: 12,
      }),
      async (drawn) => {
        const texts = drawn.map(({ text, times }) => text.repeat(times));
        const pieces = await Promise.all(
          texts.map(async (text, index) => {
            const compressed = await compress(text);
            return drawn[index]!.packed && isJoinable(compressed) ? compressed : text;
          }),
        );
        expect(gunzipSync(gzipSequence(pieces)).toString()).toBe(texts.join(''));
      },
    ),
    { numRuns: 200 },
  );
});

test('a body without a separable end is recognised', async () => {
  const text = JSON.stringify(Array.from({ length: 300 }, (_, index) => ({ index, title: `tea ${index}` })));
  expect(isJoinable(await compress(text))).toBe(true);
  expect(isJoinable(await compress(text.slice(0, 1000)))).toBe(true);
  expect(isJoinable(await compress('null}'))).toBe(false);
  const older = { bytes: deflateRawSync(Buffer.from(text)), size: text.length, crc: crc32(Buffer.from(text)) };
  expect(isJoinable(older)).toBe(false);
});

test('bodies that are inserted into a text decompress to that text with them', async () => {
  const text = '{"total":1,"raw":[],"rest":"ä"}';
  const at = text.indexOf('[') + 1;
  for (const pages of [['""'], ['"one"', '"zwei ü"'], [JSON.stringify('<p>tea</p>'.repeat(50_000)), '"x"', '""']]) {
    const whole = text.slice(0, at) + pages.join(',') + text.slice(at);
    const joined = compressAround(text, at, pages.map(compressSync));
    expect(joined.size).toBe(Buffer.byteLength(whole));
    expect((await decompress(joined.bytes, joined.size)).toString()).toBe(whole);
    expect(joined.crc).toBe((await compress(whole)).crc);
    expect(isJoinable(joined)).toBe(true);
  }
});
