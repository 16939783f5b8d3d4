// The two routes of the egress proxy: direct, or through an operator's proxy.
import { type ClientRequest, request as plainRequest, type RequestOptions } from 'node:http';
import { request as secureRequest } from 'node:https';
import { connect, type LookupFunction, type Socket } from 'node:net';
import { readProxy, vetTarget } from '../../platform/http-proxy.ts';
import { defaultResolver } from '../../platform/resolver.ts';
import { type GuardPolicy, type Resolve, vettedAddress } from '../../platform/ssrf-guard.ts';

export interface OutboundRoute {
  /** Starts a plain request. The caller sends its body and reads its response. */
  forward(url: URL, options: Pick<RequestOptions, 'method' | 'headers'>): Promise<ClientRequest>;
  /** Opens a raw connection to the target. */
  open(target: URL): Promise<Socket>;
}

const LOOKUP_MS_MAX = 5000;
const CONNECT_MS_MAX = 10_000;
/** Lookups for browser pages belong to no account and must not use the slots of other lookups. */
const SHARE = 'browser';

export function connectDirectly(policy: GuardPolicy, resolve: Resolve): OutboundRoute {
  return {
    forward: async (url, options) => {
      const host = await vettedAddress(url.hostname, policy, resolve, SHARE);
      return plainRequest({ ...options, host, port: url.port || 80, path: `${url.pathname}${url.search}`, agent: false });
    },
    open: async (target) => {
      const host = await vettedAddress(target.hostname, policy, resolve, SHARE);
      const socket = connect({ host, port: Number(target.port || 80) });
      await new Promise<void>((done, fail) => socket.once('connect', done).once('error', fail));
      return socket;
    },
  };
}

/** A name that only the proxy can resolve is allowed. A name that resolves to an internal IP address is not. */
export function connectThrough(
  proxy: string,
  policy: GuardPolicy,
  resolve: Resolve,
  lookup: LookupFunction = defaultResolver().lookup,
): OutboundRoute {
  const { uri, token } = readProxy(proxy);
  const { hostname: host, port, protocol } = new URL(uri);
  const send = protocol === 'https:' ? secureRequest : plainRequest;
  const there = { host, port: port || (protocol === 'https:' ? 443 : 80), agent: false as const, lookup };
  const ticket = token === undefined ? {} : { 'proxy-authorization': token };
  return {
    forward: async (url, { method, headers }) => {
      await vetTarget(url.href, policy, resolve, LOOKUP_MS_MAX, SHARE);
      return send({ ...there, method, path: url.href, headers: { ...(headers as Record<string, string>), ...ticket } });
    },
    open: async (target) => {
      await vetTarget(target.href, policy, resolve, LOOKUP_MS_MAX, SHARE);
      const path = `${target.hostname}:${target.port || 80}`;
      const request = send({ ...there, method: 'CONNECT', path, headers: { host: path, ...ticket }, timeout: CONNECT_MS_MAX });
      return new Promise((done, fail) => {
        request.once('timeout', () => request.destroy(new Error('the proxy did not open a tunnel')));
        request.once('error', fail);
        request.once('response', () => request.destroy(new Error('the proxy did not open a tunnel')));
        request.once('connect', (response, socket) => {
          if (response.statusCode === 200) return done(socket.setTimeout(0));
          socket.destroy();
          fail(new Error(`the proxy returned ${response.statusCode}`));
        });
        request.end();
      });
    },
  };
}
