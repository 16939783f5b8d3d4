// Databases of IP addresses in the MMDB format, read by `mmdb-lib` and checked before use.
import ipaddr from 'ipaddr.js';
import { Reader, type Response } from 'mmdb-lib';

export interface AddressDatabase {
  /** Returns the entry of an address of four or sixteen bytes, or null. Throws when the entry is damaged. */
  find(address: Uint8Array): unknown;
}

const MARKER = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
/** The metadata is in the last 128 KiB of the file. */
const METADATA_MAX = 128 * 1024;
/** Bytes between the tree and the data. */
const GAP = 16;

/** Throws when the file is not such a database. `mmdb-lib` itself does not check the marker, the IP version and the length. */
export function readMmdb(file: Buffer): AddressDatabase {
  if (!file.subarray(Math.max(0, file.length - METADATA_MAX)).includes(MARKER)) throw new Error('this is not an MMDB file');
  const reader = open(file);
  const { nodeCount, searchTreeSize, ipVersion } = reader.metadata;
  if (!(nodeCount > 0) || ![4, 6].includes(ipVersion)) throw new Error('the MMDB file is of an unknown kind');
  if (searchTreeSize + GAP > file.length) throw new Error('the MMDB file is cut short');
  return {
    find: (address) => {
      // The reader would follow the first bits of an IPv6 address through a tree of IPv4 addresses.
      if (address.length === 16 && ipVersion === 4) return null;
      return reader.get(ipaddr.fromByteArray([...address]).toString());
    },
  };
}

function open(file: Buffer): Reader<Response> {
  try {
    return new Reader<Response>(file);
  } catch (error) {
    throw new Error('the MMDB file is of an unknown kind', { cause: error });
  }
}
