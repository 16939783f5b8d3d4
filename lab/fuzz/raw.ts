// Bytes that no HTTP library would send. Each connection must end in a valid response or be closed, and the service must survive.
import net from 'node:net';
import type { Random } from '../random.ts';
import type { Findings } from './findings.ts';
import type { Target } from './service.ts';

const ANSWER_MS_MAX = 4000;
const AT_ONCE = 12;
const BARE = /^HTTP\/1\.1 400 Bad Request\r\nConnection: close\r\nDate: [^\r]*\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n/;
const CRLF = '\r\n';

type Writes = readonly (string | Buffer)[];
interface How {
  readonly parts: Writes;
  readonly halfClose: boolean;
}
type Right = readonly (number | null)[];
type Case = readonly [name: string, how: Writes | How, right: Right, answers?: number];

/** [name, bytes or several writes, accepted statuses]; null means a connection that is closed without a response. */
function cases(host: string, key: string, random: Random): Case[] {
  const good = `GET /user HTTP/1.1${CRLF}host: ${host}${CRLF}authorization: Bearer ${key}${CRLF}`;
  const body = JSON.stringify({ keyword: 'raw', region: 'US' });
  const post = (headers: string, rest: string): string =>
    `POST /serp/new HTTP/1.1${CRLF}host: ${host}${CRLF}authorization: Bearer ${key}${CRLF}content-type: application/json${CRLF}${headers}${CRLF}${rest}`;
  const close = `connection: close${CRLF}`;
  const chunked = `transfer-encoding: chunked${CRLF}`;
  const bad = [400, null];
  const noise = Buffer.from(Array.from({ length: random.integer(1, 300) }, () => random.below(256)));
  const spoiled = Buffer.from(good + CRLF);
  for (let times = random.integer(1, 4); times > 0; times--) spoiled[random.below(spoiled.length)] = random.below(256);
  return [
    ['an ordinary request', [good + close + CRLF], [200]],
    ['written byte by byte', (good + close + CRLF).match(/.{1,7}/gs)!, [200]],
    ['headers in two halves', [good.slice(0, 30), good.slice(30) + close + CRLF], [200]],
    ['noise', [noise], bad],
    ['noise and line breaks', [Buffer.concat([noise, Buffer.from('\r\n\r\n')])], bad],
    ['a spoiled request', [spoiled, CRLF + CRLF], [200, 400, 403, 404, 405, 431, 505, null]],
    ['HTTP/0.9', [`GET /user${CRLF}`], bad],
    ['HTTP/1.0', [`GET /user?apikey=${key} HTTP/1.0${CRLF}${CRLF}`], [200]],
    ['HTTP/2.0', [`GET /user HTTP/2.0${CRLF}host: a${CRLF}${CRLF}`], [400, 403, 505, null]],
    ['an HTTP/2 preface', ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'], [...bad, 505]],
    ['TLS', [Buffer.from('16030100c8010000c40303', 'hex')], bad],
    ['no host', [`GET /user HTTP/1.1${CRLF}authorization: Bearer ${key}${CRLF}${close}${CRLF}`], [200, 400]],
    ['two hosts', [`${good}host: other.example${CRLF}${close}${CRLF}`], [200, 400]],
    [
      'a whole address',
      [`GET http://169.254.169.254/user HTTP/1.1${CRLF}host: ${host}${CRLF}authorization: Bearer ${key}${CRLF}${close}${CRLF}`],
      [200, 400, 404],
    ],
    ['CONNECT', [`CONNECT 127.0.0.1:22 HTTP/1.1${CRLF}host: ${host}${CRLF}${CRLF}`], [400, 404, 405, null]],
    ['upgrade', [`${good}connection: upgrade${CRLF}upgrade: websocket${CRLF}${CRLF}`], [200, 400, 404, 426, null]],
    ['lengths that disagree', [post(`content-length: 5${CRLF}content-length: ${body.length}${CRLF}`, body)], bad],
    ['the same length twice', [post(`content-length: ${body.length}${CRLF}content-length: ${body.length}${CRLF}`, body)], [200, ...bad]],
    [
      'length and chunks',
      [post(`content-length: 3${CRLF}${chunked}`, `0${CRLF}${CRLF}GET /admin/accounts HTTP/1.1${CRLF}host: a${CRLF}${CRLF}`)],
      bad,
    ],
    ['chunks, then length', [post(`${chunked}content-length: 3${CRLF}`, `0${CRLF}${CRLF}`)], bad],
    ['chunked twice', [post(`${chunked}${chunked}`, `0${CRLF}${CRLF}`)], bad],
    ['chunked, identity', [post(`transfer-encoding: chunked, identity${CRLF}`, `0${CRLF}${CRLF}`)], bad],
    ['xchunked', [post(`transfer-encoding: xchunked${CRLF}`, `0${CRLF}${CRLF}`)], bad],
    ['a blank before the colon', [post(`transfer-encoding : chunked${CRLF}`, `0${CRLF}${CRLF}`)], bad],
    ['a folded header', [post(`transfer-encoding:${CRLF} chunked${CRLF}`, `0${CRLF}${CRLF}`)], bad],
    ['a length below zero', [post(`content-length: -1${CRLF}`, body)], bad],
    ['a length with a sign', [post(`content-length: +5${CRLF}`, body)], bad],
    ['a length in hex', [post(`content-length: 0x10${CRLF}`, body)], bad],
    ['a length past all numbers', [post(`content-length: 99999999999999999999999${CRLF}`, body)], bad],
    ['a length above the limit', [post(`content-length: 4194305${CRLF}`, body)], [400]],
    ['a bad chunk size', [post(chunked + close, `zz${CRLF}{}${CRLF}0${CRLF}${CRLF}`)], bad],
    ['a chunk that is longer than it says', [post(chunked + close, `2${CRLF}${body}${CRLF}0${CRLF}${CRLF}`)], bad],
    ['a chunk size past all numbers', [post(chunked + close, `ffffffffffffffffff${CRLF}`)], bad],
    [
      'good chunks with an extension',
      [post(chunked + close, `${body.length.toString(16)};a=b${CRLF}${body}${CRLF}0${CRLF}${CRLF}`)],
      [200],
    ],
    [
      'good chunks with a trailer',
      [post(chunked + close, `${body.length.toString(16)}${CRLF}${body}${CRLF}0${CRLF}apikey: x${CRLF}${CRLF}`)],
      [200],
    ],
    ['a bare line feed', [`${good.replaceAll(CRLF, '\n')}\n`], [200, 400, null]],
    ['a bare carriage return', [`${good}x: a\rb${CRLF}${CRLF}`], bad],
    ['NUL in a header', [`${good}x: a\0b${CRLF}${CRLF}`], bad],
    ['NUL in the address', [`GET /us\0er HTTP/1.1${CRLF}host: a${CRLF}${CRLF}`], bad],
    ['a header without a name', [`${good}: x${CRLF}${CRLF}`], bad],
    ['20 KB in one header', [`${good}x: ${'y'.repeat(20_000)}${CRLF}${CRLF}`], [431]],
    ['5,000 headers', [good + Array.from({ length: 5000 }, (_, index) => `x${index}: y${CRLF}`).join('') + CRLF], [431, 400]],
    ['an address of 20 KB', [`GET /${'x'.repeat(20_000)} HTTP/1.1${CRLF}host: a${CRLF}${CRLF}`], [431, 414, 400]],
    ['a method without end', ['G'.repeat(30_000)], [...bad, 431]],
    ['expect: 100-continue', [post(`content-length: ${body.length}${CRLF}expect: 100-continue${CRLF}${close}`, body)], [100, 200]],
    ['another expectation', [post(`content-length: ${body.length}${CRLF}expect: miracles${CRLF}${close}`, body)], [417, 400, 200]],
    ['half a body, then the end', { parts: [post(`content-length: 500${CRLF}`, body)], halfClose: true }, bad],
    ['half a header, then the end', { parts: [good], halfClose: true }, bad],
    ['nothing, then the end', { parts: [''], halfClose: true }, [null]],
    ['a whole request, then the end', { parts: [good + CRLF], halfClose: true }, [200, null]],
    ['many at once', [(good + CRLF).repeat(5) + good + close + CRLF], [200], 6],
    ['a good one and a bad one', [`${good}${CRLF}BAD${CRLF}${CRLF}`], [200, 400]],
    [
      'a refused body and a smuggled request',
      [post(`content-length: 4${CRLF}`, `nullGET /nothing HTTP/1.1${CRLF}host: a${CRLF}${close}${CRLF}`)],
      [400],
    ],
  ];
}

interface RawParts {
  readonly target: Target;
  readonly key: string;
  readonly random: Random;
  readonly count: number;
  readonly findings: Findings;
}

export async function fuzzRaw({ target, key, random, count, findings }: RawParts): Promise<number> {
  const { hostname, port, host } = new URL(target.url);
  let sent = 0;
  let connections = 0;
  while (sent < count) {
    const batch: Case[] = [];
    for (let index = 0; index < AT_ONCE && sent < count; index++, sent++) {
      const list = cases(host, key, random);
      batch.push(list[sent < list.length ? sent : random.below(list.length)]!);
    }
    await Promise.all(
      batch.map(async ([name, how, right, answers]) => {
        const { parts, halfClose }: How = 'parts' in how ? how : { parts: how, halfClose: false };
        const text = await exchange(hostname, Number(port), parts, halfClose);
        connections += 1;
        // Node itself rejects a request without a host, and sends no body.
        const problem = BARE.test(text) ? null : problemOf(text, right, answers);
        if (problem) findings.add(`raw ${name}`, problem, parts.map(String).join('').replaceAll(key, '<key>').slice(0, 600));
      }),
    );
    if (!target.alive()) {
      findings.add('raw', 'the service died', '');
      break;
    }
  }
  const alive = await fetch(`${target.url}/user`, { headers: { authorization: `Bearer ${key}` } });
  if (alive.status !== 200) findings.add('raw', `afterwards an ordinary request is answered ${alive.status}`, '');
  return connections;
}

/** Returns everything that was received until the connection ended or nothing more was expected. */
function exchange(host: string, port: number, parts: Writes, halfClose: boolean): Promise<string> {
  return new Promise((resolve) => {
    const socket = net.connect(port, host);
    let text = '';
    let quiet: NodeJS.Timeout | undefined;
    const end = (): void => {
      clearTimeout(timer);
      clearTimeout(quiet);
      socket.destroy();
      resolve(text);
    };
    const timer = setTimeout(() => {
      if (text === '') text = 'HANGING';
      end();
    }, ANSWER_MS_MAX + 9000);
    socket.on('connect', async () => {
      for (const part of parts) {
        if (socket.destroyed) return;
        socket.write(part);
        if (parts.length > 1) await new Promise((go) => setImmediate(go));
      }
      // The service waits for a sender that stops in the middle. A half-close tells it that nothing more will come.
      if (halfClose || !/\r\n\r\n|\n\n/.test(parts.map(String).join(''))) socket.end();
    });
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
      clearTimeout(quiet);
      quiet = setTimeout(end, 300);
    });
    socket.on('close', end);
    socket.on('error', () => undefined);
  });
}

function problemOf(text: string, right: Right, answers = 1): string | null {
  if (text === 'HANGING') return 'neither answered nor closed';
  const statuses = [...text.matchAll(/HTTP\/1\.[01] (\d{3}) /g)].map((match) => Number(match[1]));
  if (statuses.length === 0) return right.includes(null) ? null : `closed without an answer instead of ${right}`;
  if (statuses.includes(500)) return 'answered 500';
  if (!right.includes(statuses[0]!)) return `answered ${statuses[0]} instead of ${right}`;
  if (answers > 1 && statuses.length !== answers) return `${statuses.length} answers to ${answers} requests`;
  for (const piece of text.split(/(?=HTTP\/1\.[01] \d{3})/)) {
    const [head = '', body = ''] = piece.split('\r\n\r\n');
    const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1]);
    if (status >= 400 && status !== 417) {
      const found = /\{.*\}/s.exec(body)?.[0];
      try {
        const error = JSON.parse(found ?? '');
        if (error.code !== status || Object.keys(error).some((name) => !['code', 'message', 'solution'].includes(name)))
          return `error body ${body.slice(0, 150)}`;
      } catch {
        return `no error body with ${status}: ${piece.slice(0, 200)}`;
      }
    }
  }
  return null;
}
