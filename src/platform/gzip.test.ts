import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { combineCrc, crc32, gzipJoin, pack, slowCrc32, unpack } from './gzip.ts';

test('a joined stream unpacks to the head followed by the body, whatever their sizes', async () => {
  for (const [head, body] of [
    ['{"a":1,"data":', '{"organic":[]}'],
    ['', 'x'],
    ['h'.repeat(200_000), 'é'.repeat(70_000)],
    ['{"a":"ü', ''],
  ] as const) {
    const joined = gzipJoin(head, await pack(body));
    expect(gunzipSync(joined).toString()).toBe(head + body);
  }
});

test('a packed body unpacks to itself', async () => {
  const packed = await pack('{"x":"'.repeat(1000));
  expect((await unpack(packed.bytes, packed.size)).toString()).toBe('{"x":"'.repeat(1000));
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
