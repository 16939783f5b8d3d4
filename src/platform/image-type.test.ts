import { expect, test } from 'vitest';
import { imageTypeOf } from './image-type.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

test.each([
  ['image/png', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
  ['image/jpeg', '\xff\xd8\xff\xe0\0\x10JFIF'],
  ['image/gif', 'GIF87a\x01\0\x01\0'],
  ['image/gif', 'GIF89a\x01\0\x01\0'],
  ['image/webp', 'RIFF\x24\0\0\0WEBPVP8 '],
  ['image/webp', 'RIFF\n\r\0\0WEBPVP8L'],
  ['image/avif', '\0\0\0\x1cftypavif\0\0\0\0'],
  ['image/avif', '\0\0\0\x1cftypavis\0\0\0\0'],
])('recognises %s', (type, text) => expect(imageTypeOf(bytes(text))).toBe(type));

test.each([
  ['an empty file', ''],
  ['a part of a signature', '\x89PNG'],
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'],
  ['SVG after a declaration', '<?xml version="1.0"?><svg/>'],
  ['HTML', '<!doctype html><img src="x.png">'],
  ['a sound', 'RIFF\x24\0\0\0WAVEfmt '],
  ['a video', '\0\0\0\x1cftypisom\0\0\0\0'],
  ['a signature that does not come first', ' GIF89a'],
])('%s is not an image', (_, text) => expect(imageTypeOf(bytes(text))).toBeNull());
