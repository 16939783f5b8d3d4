// The type of an image by its first bytes. Formats that can contain scripts, such as SVG, are not recognised.

export type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/avif';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
/** Enough for every signature below. */
const SIGNATURE_BYTES = 16;

/** Returns null for anything else. The header `content-type` is not used, because hosts often send a wrong one. */
export function imageTypeOf(bytes: Buffer): ImageType | null {
  if (bytes.subarray(0, PNG.length).equals(PNG)) return 'image/png';
  if (bytes.subarray(0, JPEG.length).equals(JPEG)) return 'image/jpeg';
  const signature = bytes.subarray(0, SIGNATURE_BYTES).toString('latin1');
  if (/^GIF8[79]a/.test(signature)) return 'image/gif';
  if (/^RIFF.{4}WEBP/s.test(signature)) return 'image/webp';
  return /^.{4}ftypavi[fs]/s.test(signature) ? 'image/avif' : null;
}
