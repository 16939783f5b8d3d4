// The `uule` parameter: the region of a query, by its name in Google's list of regions.

/** Returns an integer in protobuf encoding: seven bits per byte, the lowest first. */
function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 127) {
    bytes.push((rest & 127) | 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
  return bytes;
}

/** Returns `{1: 2, 2: 32, 4: name}` in protobuf. The length of the name is in bytes, not in characters. */
export function uuleOf(canonicalName: string): string {
  const name = Buffer.from(canonicalName, 'utf8');
  const message = Buffer.concat([Buffer.from([0x08, 2, 0x10, 32, 0x22, ...varint(name.length)]), name]);
  return `w+${message.toString('base64')}`;
}
