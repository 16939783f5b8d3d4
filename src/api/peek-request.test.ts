// Only bytes that are exactly one ordinary request may be answered without the parser.
import { describe, expect, it } from 'vitest';
import { pathOfOneRequest } from './peek-request.ts';

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`;
const post = (path: string, body: string) => `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

describe('exactly one request', () => {
  const pathOf = (text: string) => pathOfOneRequest(Buffer.from(text, 'latin1'));

  it('is recognised by its length', () => {
    expect(pathOf(get('/serp/1?x=2'))).toBe('/serp/1?x=2');
    expect(pathOf(get('/a', 'connection: keep-alive\r\n'))).toBe('/a');
    expect(pathOf(get('/a', 'Connection:Keep-Alive\r\nUpgrade-Insecure-Requests: 1\r\n'))).toBe('/a');
    expect(pathOf(get('/a', 'x-length: 5\r\nempty:\r\nContent-Length:0\r\n'))).toBe('/a');
    expect(pathOf(post('/serp/new', '{"keyword":"tea"}'))).toBe('/serp/new');
  });

  it.each([
    ['a part of a head', get('/a').slice(0, -2)],
    ['the rest of a head', 'accept: x\r\n\r\n'],
    ['a part of a body', post('/a', '12345').slice(0, -1)],
    ['more than a body', `${post('/a', '12345')}6`],
    ['two requests', get('/a') + get('/b')],
    ['a body of unknown length', get('/a', 'Transfer-Encoding: chunked\r\n')],
    ['two lengths', get('/a', 'content-length: 0\r\nContent-Length: 0\r\n')],
    ['a length that is none', get('/a', 'content-length: 0x1\r\n')],
    ['a length in two lines', get('/a', 'content-length:\r\n 5\r\n')],
    ['a client that leaves', get('/a', 'Connection: close\r\n')],
    ['a client that asks first', get('/a', 'expect: 100-continue\r\n')],
    ['another protocol', get('/a', 'connection: upgrade\r\nupgrade: websocket\r\n')],
    ['an older client', get('/a').replace('1.1', '1.0')],
    ['another method', get('/a').replace('GET', 'HEAD')],
    ['a name before a space', get('/a', 'content-length : 5\r\n')],
    ['very much', get('/a', `x: ${'y'.repeat(20_000)}\r\n`)],
  ])('is not %s', (_, text) => {
    expect(pathOf(text)).toBeNull();
  });

  it('does not depend on earlier requests', () => {
    for (let i = 0; i < 3; i++) expect(pathOf(get(`/${i}`))).toBe(`/${i}`);
    expect(pathOf(post('/a', '12345'))).toBe('/a');
    expect(pathOf(post('/b', '54321'))).toBe('/b');
    expect(pathOf(`${post('/b', '54321')}6`)).toBeNull();
    expect(pathOf(get('/c', 'Connection: close\r\n'))).toBeNull();
    expect(pathOf(get('/c', 'Connection: close\r\n'))).toBeNull();
    expect(pathOf(get('/d', `x: ${'y'.repeat(2000)}\r\n`))).toBe('/d');
    expect(pathOf(`GET /e HTTP/1.1\r\n\r\n12345`)).toBeNull();
  });
});
