// Counts the open connections of each address and turns away those beyond the cap, before anything of them is read.
import type { Server } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { errors } from '../contract/errors.ts';
import { networkOf } from '../platform/network.ts';
import { endWith } from './raw-error.ts';

export interface ConnectionSettings {
  /** Of one address at once; 0 counts nothing. */
  readonly perAddressMax: number;
  /** Addresses or networks of proxies, behind which are all the others: these are not counted. */
  readonly uncounted: readonly string[];
  /** Bits of an IPv6 address that count; all addresses of such a network are one. */
  readonly ipv6Prefix: number;
}

const RETRY_SECONDS = 1;
const REFUSAL = errors.tooManyConnections(RETRY_SECONDS);

type Serve = (socket: Socket) => void;

/** Puts something before the server's own listener for connections, which it is handed to go on with. */
export function beforeServing(server: Server, before: (serve: Serve) => Serve): void {
  const [serve, ...others] = server.listeners('connection') as Serve[];
  if (!serve || others.length > 0) throw new Error('the server has not exactly one listener for connections');
  server.removeAllListeners('connection');
  server.on(
    'connection',
    before((socket) => serve.call(server, socket)),
  );
}

/** Stands before the server's own listener, so that a connection beyond the cap costs no parser and no request. */
export function capConnections(
  { perAddressMax, uncounted, ipv6Prefix }: ConnectionSettings,
  onRefused: () => void,
): (serve: Serve) => Serve {
  if (perAddressMax === 0) return (serve) => serve;
  const proxies = listOf(uncounted);
  const open = new Map<string, number>();

  return (serve) => (socket) => {
    const remote = socket.remoteAddress;
    // One that is gone already is left to the server's own handling.
    if (remote === undefined || proxies.check(remote, isIPv6(remote) ? 'ipv6' : 'ipv4')) return serve(socket);
    const address = networkOf(remote, ipv6Prefix);
    const count = open.get(address) ?? 0;
    if (count >= perAddressMax) {
      rejectConnection(socket);
      return onRefused();
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
  // What he sends is thrown away: unread bytes would have the system reset the connection before he reads the refusal.
  socket.resume();
  endWith(socket, REFUSAL);
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
