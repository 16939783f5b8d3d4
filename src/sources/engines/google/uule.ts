// The `uule` parameter: where a question is asked from, by the name that Google's list of places gives it.

/** A whole number as protobuf writes it: seven bits per byte, the lowest first. */
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

/** `{1: 2, 2: 32, 4: name}` in protobuf; the length of the name is counted in bytes, not in characters. */
export function uuleOf(canonicalName: string): string {
  const name = Buffer.from(canonicalName, 'utf8');
  const message = Buffer.concat([Buffer.from([0x08, 2, 0x10, 32, 0x22, ...varint(name.length)]), name]);
  return `w+${message.toString('base64')}`;
}
