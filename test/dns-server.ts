// A DNS server with scripted responses: addresses, unknown name, an error, or none.
import { createSocket, type RemoteInfo } from 'node:dgram';
import type { AddressInfo } from 'node:net';

export type DnsType = 'A' | 'AAAA' | 'other';
/** Addresses with their TTL; an empty list means that the name has none of this type. */
export type DnsAnswer = { readonly addresses: readonly string[]; readonly ttl?: number } | 'no such name' | 'server failure' | 'silence';
export type DnsScript = (name: string, type: DnsType) => DnsAnswer | Promise<DnsAnswer>;

export interface DnsServer {
  /** `127.0.0.1:port`. */
  readonly address: string;
  /** `type name` of every question, in order. */
  readonly questions: string[];
  close(): Promise<void>;
}

const TYPES: Readonly<Record<number, DnsType>> = { 1: 'A', 28: 'AAAA' };
const NUMBERS = { A: 1, AAAA: 28, other: 0 };
const CODES = { 'server failure': 2, 'no such name': 3 };

export async function startDnsServer(script: DnsScript, host = '127.0.0.1', port = 0): Promise<DnsServer> {
  const questions: string[] = [];
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  const answer = async (message: Buffer, from: RemoteInfo): Promise<void> => {
    const { name, type, end } = requestHashOf(message);
    questions.push(`${type} ${name}`);
    const said = await script(name, type);
    if (said === 'silence') return;
    const records = typeof said === 'string' ? [] : said.addresses.map((address) => recordOf(address, type, said.ttl ?? 0));
    const header = Buffer.from(message.subarray(0, 12));
    header.writeUInt16BE(0x8580 + (typeof said === 'string' ? CODES[said] : 0), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(records.length, 6);
    header.writeUInt32BE(0, 8);
    socket.send(Buffer.concat([header, message.subarray(12, end), ...records]), from.port, from.address);
  };
  socket.on('message', (message, from) => void answer(message, from));
  await new Promise<void>((resolve) => socket.bind(port, host, resolve));
  const bound = socket.address() as AddressInfo;
  return {
    address: host.includes(':') ? `[${host}]:${bound.port}` : `${host}:${bound.port}`,
    questions,
    close: () => new Promise((done) => socket.close(() => done())),
  };
}

function requestHashOf(message: Buffer): { name: string; type: DnsType; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at]!; length > 0; length = message[at]!) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: TYPES[message.readUInt16BE(at + 1)] ?? 'other', end: at + 5 };
}

/** The name of the question, which is at byte 12. */
function recordOf(address: string, type: DnsType, ttl: number): Buffer {
  const data = type === 'AAAA' ? sixteenBytes(address) : Buffer.from(address.split('.').map(Number));
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(NUMBERS[type], 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(ttl, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function sixteenBytes(address: string): Buffer {
  const [left = '', right = ''] = address.split('::');
  const words = (part: string): string[] => (part === '' ? [] : part.split(':'));
  const zeros = Array<string>(8 - words(left).length - words(right).length).fill('0');
  const bytes = Buffer.alloc(16);
  for (const [index, word] of [...words(left), ...zeros, ...words(right)].entries())
    bytes.writeUInt16BE(Number.parseInt(word, 16), index * 2);
  return bytes;
}
