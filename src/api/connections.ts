// Limits the open connections of each IP address. Connections beyond the limit get 429 before anything is read.
import type { Server } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { errors } from '../contract/errors.ts';
import { networkOf } from '../platform/network.ts';
import { endWith } from './linger.ts';

export interface ConnectionSettings {
  /** 0 disables the limit. */
  readonly perIpMax: number;
  /** IP addresses or networks of trusted proxies. They are exempt, because all clients may be behind one of them. */
  readonly exempt: readonly string[];
  /** IPv6 addresses that share this many leading bits count as one. */
  readonly ipv6Prefix: number;
}

const RETRY_SECONDS = 1;
const REJECTION = errors.tooManyConnections(RETRY_SECONDS);

type Serve = (socket: Socket) => void;

/** Replaces the server's `connection` listener by `before(listener)`. */
export function beforeServing(server: Server, before: (serve: Serve) => Serve): void {
  const [serve, ...others] = server.listeners('connection') as Serve[];
  if (!serve || others.length > 0) throw new Error('the server has not exactly one listener for connections');
  server.removeAllListeners('connection');
  server.on(
    'connection',
    before((socket) => serve.call(server, socket)),
  );
}

/** For `beforeServing`: a rejected connection costs neither a parser nor a request. */
export function capConnections({ perIpMax, exempt, ipv6Prefix }: ConnectionSettings, onRejected: () => void): (serve: Serve) => Serve {
  if (perIpMax === 0) return (serve) => serve;
  const proxies = listOf(exempt);
  const open = new Map<string, number>();

  return (serve) => (socket) => {
    const remote = socket.remoteAddress;
    // Without an address the connection is closed already. The server handles that.
    if (remote === undefined || proxies.check(remote, isIPv6(remote) ? 'ipv6' : 'ipv4')) return serve(socket);
    const address = networkOf(remote, ipv6Prefix);
    const count = open.get(address) ?? 0;
    if (count >= perIpMax) {
      rejectConnection(socket);
      return onRejected();
    }
    open.set(address, count + 1);
    socket.once('close', () => {
      const left = open.get(address)! - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
    serve(socket);
  };
}

function rejectConnection(socket: Socket): void {
  socket.on('error', () => undefined);
  // Drain the input. With unread bytes the kernel resets the connection before the client sees the 429.
  socket.resume();
  endWith(socket, REJECTION);
}

function listOf(addresses: readonly string[]): BlockList {
  const list = new BlockList();
  for (const text of addresses) {
    const [address = '', bits] = text.split('/');
    const kind = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, kind);
    else list.addSubnet(address, Number(bits), kind);
  }
  return list;
}
