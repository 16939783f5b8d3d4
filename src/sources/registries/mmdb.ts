// Reads databases of addresses in the MMDB format (MaxMind DB 2.0): a binary tree over the bits of the address, then the data.

export interface AddressDatabase {
  /** What the database says about an address of four or sixteen bytes; null if nothing. */
  find(address: Uint8Array): unknown;
}

const MARKER = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
/** The description stands in the last 128 KiB. */
const METADATA_MAX = 128 * 1024;
/** Between the tree and the data. */
const GAP = 16;
const DEPTH_MAX = 32;
const POINTER_BASES = [0, 2048, 526_336];

/** Throws when the file is not such a database. */
export function readMmdb(file: Buffer): AddressDatabase {
  const marker = file.subarray(Math.max(0, file.length - METADATA_MAX)).lastIndexOf(MARKER);
  if (marker < 0) throw new Error('this is not an MMDB file');
  const start = Math.max(0, file.length - METADATA_MAX) + marker + MARKER.length;
  const metadata = decode(file.subarray(start), 0, 0)[0] as Record<string, unknown> | null;
  const [nodes, bits, version] = [Number(metadata?.node_count), Number(metadata?.record_size), Number(metadata?.ip_version)];
  if (!(nodes > 0) || ![24, 28, 32].includes(bits) || ![4, 6].includes(version)) throw new Error('the MMDB file is of an unknown kind');
  const treeBytes = (nodes * bits) / 4;
  if (treeBytes + GAP > file.length) throw new Error('the MMDB file is cut short');
  const data = file.subarray(treeBytes + GAP);
  const next = (node: number, bit: number): number => childOf(file, (node * bits) / 4, bits, bit);

  return {
    find(address) {
      if (address.length === 16 && version === 4) return null;
      let node = 0;
      // In a tree of IPv6, the old addresses stand below 96 zeros.
      if (address.length === 4 && version === 6) for (let bit = 0; bit < 96 && node < nodes; bit++) node = next(node, 0);
      for (let bit = 0; bit < address.length * 8 && node < nodes; bit++) node = next(node, (address[bit >> 3]! >> (7 - (bit & 7))) & 1);
      return node <= nodes ? null : decode(data, node - nodes - GAP, 0)[0];
    },
  };
}

function childOf(file: Buffer, at: number, bits: number, bit: number): number {
  if (bits === 24) return file.readUIntBE(at + bit * 3, 3);
  if (bits === 32) return file.readUInt32BE(at + bit * 4);
  const middle = file[at + 3]!;
  return bit === 0 ? ((middle & 0xf0) << 20) | file.readUIntBE(at, 3) : ((middle & 0x0f) << 24) | file.readUIntBE(at + 4, 3);
}

/** One value and where the next begins. */
function decode(data: Buffer, at: number, depth: number): [value: unknown, next: number] {
  if (depth > DEPTH_MAX || at < 0 || at >= data.length) throw new Error('the MMDB file is damaged');
  const control = data[at++]!;
  let type = control >> 5;
  if (type === 1) return decodePointer(data, control, at, depth);
  if (type === 0) type = 7 + data[at++]!;
  let size = control & 0x1f;
  if (size >= 29) {
    const extra = size - 28;
    size = data.readUIntBE(at, extra) + [29, 285, 65_821][extra - 1]!;
    at += extra;
  }
  if (type === 7 || type === 11) return decodeMany(data, at, size, type === 7, depth);
  if (type === 14) return [size !== 0, at];
  if (at + size > data.length) throw new Error('the MMDB file is damaged');
  return [decodeOne(data, at, size, type), at + size];
}

function decodePointer(data: Buffer, control: number, at: number, depth: number): [unknown, number] {
  const length = ((control >> 3) & 3) + 1;
  const high = length === 4 ? 0 : (control & 7) * 2 ** (8 * length);
  const target = high + data.readUIntBE(at, length) + (POINTER_BASES[length - 1] ?? 0);
  return [decode(data, target, depth + 1)[0], at + length];
}

function decodeMany(data: Buffer, at: number, size: number, isMap: boolean, depth: number): [unknown, number] {
  if (size > data.length) throw new Error('the MMDB file is damaged');
  const list: unknown[] = [];
  let next = at;
  for (let index = 0; index < (isMap ? size * 2 : size); index++) {
    const [value, after] = decode(data, next, depth + 1);
    list.push(value);
    next = after;
  }
  if (!isMap) return [list, next];
  return [Object.fromEntries(list.flatMap((key, index) => (index % 2 === 0 ? [[String(key), list[index + 1]]] : []))), next];
}

function decodeOne(data: Buffer, at: number, size: number, type: number): unknown {
  if (type === 2) return data.toString('utf8', at, at + size);
  if (type === 3 && size === 8) return data.readDoubleBE(at);
  if (type === 15 && size === 4) return data.readFloatBE(at);
  if (type === 8) return size === 0 ? 0 : data.readIntBE(at, Math.min(size, 4));
  if (type === 5 || type === 6) return size === 0 ? 0 : data.readUIntBE(at, Math.min(size, 4));
  if (type === 9 || type === 10) return size === 0 ? 0n : BigInt(`0x${data.toString('hex', at, at + size)}`);
  return data.subarray(at, at + size);
}
