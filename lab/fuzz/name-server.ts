// A DNS server on UDP with scripted responses: they change, mix addresses, and use aliases.
import { createSocket } from 'node:dgram';

type RecordType = 'A' | 'CNAME' | 'AAAA';

export interface DnsRecord {
  readonly type: RecordType;
  readonly value: string;
  /** The name that was asked for when absent. */
  readonly name?: string;
}

export interface NameServer {
  readonly address: string;
  questions(): number;
  close(): Promise<void>;
}

const TYPES: Readonly<Record<number, RecordType>> = { 1: 'A', 5: 'CNAME', 28: 'AAAA' };
const NUMBERS: Readonly<Record<RecordType, number>> = { A: 1, CNAME: 5, AAAA: 28 };

/** `times` counts the questions about that name. */
export async function startNameServer(answer: (name: string, type: string, times: number) => readonly DnsRecord[]): Promise<NameServer> {
  const asked = new Map<string, number>();
  let questions = 0;
  const socket = createSocket('udp4');
  socket.on('message', (message, from) => {
    const { name, type, end } = requestHashOf(message);
    questions += 1;
    const times = (asked.get(name) ?? 0) + 1;
    asked.set(name, times);
    const records = answer(name, TYPES[type] ?? String(type), times);
    const header = Buffer.from(message.subarray(0, 12));
    header.writeUInt16BE(0x8580, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(records.length, 6);
    header.writeUInt32BE(0, 8);
    socket.send(
      Buffer.concat([header, message.subarray(12, end), ...records.map((record) => recordOf(record, name))]),
      from.port,
      from.address,
    );
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions: () => questions,
    close: () => new Promise<void>((done) => void socket.close(done)),
  };
}

function requestHashOf(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at]!; length > 0; length = message[at]!) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

const nameBytes = (name: string): Buffer =>
  Buffer.concat([...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])), Buffer.from([0])]);

/** The time to live is always 0. */
function recordOf({ type, value, name }: DnsRecord, asked: string): Buffer {
  const data = type === 'A' ? Buffer.from(value.split('.').map(Number)) : type === 'AAAA' ? sixteen(value) : nameBytes(value);
  const head = Buffer.alloc(10);
  head.writeUInt16BE(NUMBERS[type], 0);
  head.writeUInt16BE(1, 2);
  head.writeUInt32BE(0, 4);
  head.writeUInt16BE(data.length, 8);
  return Buffer.concat([nameBytes(name ?? asked), head, data]);
}

function sixteen(text: string): Buffer {
  const [head = '', tail = ''] = text.split('::');
  const words = (part: string): string[] => (part ? part.split(':') : []);
  const [left, right] = [words(head), words(tail)];
  const all = [...left, ...Array(8 - left.length - right.length).fill('0'), ...right].map((word) => Number.parseInt(word, 16));
  const bytes = Buffer.alloc(16);
  for (const [index, word] of all.entries()) bytes.writeUInt16BE(word, index * 2);
  return bytes;
}
