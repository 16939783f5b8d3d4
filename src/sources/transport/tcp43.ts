// Queries a WHOIS server on port 43: sends one line, reads text until the server closes.
import { createConnection } from 'node:net';
import { defaultResolver, NameUnresolved } from '../../platform/resolver.ts';
import { ForbiddenAddress, type GuardPolicy, type Resolve, vettedAddress } from '../../platform/ssrf-guard.ts';
import { type SourceError, SourceTimeout, unreachable, unreadable } from '../adapter.ts';
import type { FetchContext, FetchPage } from './fetch.ts';
import { unresolved } from './unresolved.ts';

const BYTES_MAX = 64 * 1024;
const MS_MAX = 10_000;

/** `whois://server/query`. The port is always 43, except in the sandbox. */
export function createWhoisFetch(
  policy: GuardPolicy,
  resolve: Resolve = defaultResolver().resolve,
  portOf: (hostname: string) => number = () => 43,
): FetchPage {
  return async (request, context) => {
    const url = new URL(request.url);
    const query = decodeURIComponent(url.pathname.slice(1));
    if (/[\u0000-\u001f\u007f]/.test(query)) throw unreadable('the query has control characters');
    let address: string;
    try {
      address = await vettedAddress(url.hostname, policy, resolve, context.accountId);
    } catch (error) {
      if (error instanceof ForbiddenAddress) throw unreadable('the server’s address is not allowed');
      throw error instanceof NameUnresolved ? unresolved(error) : unreachable('the server’s name is unknown', error);
    }
    const text = await exchange(address, portOf(url.hostname), `${query}\r\n`, context);
    return { request, url: request.url, status: 200, headers: {}, body: text };
  };
}

function exchange(address: string, port: number, line: string, { signal, msMax = MS_MAX }: FetchContext): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const socket = createConnection({ host: address, port, allowHalfOpen: true, ...(signal ? { signal } : {}) });
    const fail = (error: SourceError): void => {
      socket.destroy();
      reject(error);
    };
    const timer = setTimeout(() => fail(new SourceTimeout()), msMax);
    const ended = (): void => {
      clearTimeout(timer);
      fail(unreachable('the server closed without a response'));
    };
    const done = (): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(decode(Buffer.concat(chunks).subarray(0, BYTES_MAX)));
    };
    socket.on('connect', () => socket.write(line));
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= BYTES_MAX) done();
    });
    // A server in trouble closes without a response, which says nothing about the name.
    socket.on('end', () => {
      if (size === 0) return ended();
      // A reset that arrives with the last bytes looks like an orderly end (Node 20, seen 2026-11). Only a write fails then,
      // with an error event. Otherwise half a text would be a result.
      socket.write('\r\n', (error) => (error ? undefined : done()));
    });
    socket.on('error', (error) => {
      clearTimeout(timer);
      fail(unreachable('could not be reached', error));
    });
  });
}

/** Most servers send UTF-8, the others Latin-1. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}
