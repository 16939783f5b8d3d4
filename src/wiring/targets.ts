// Which hosts callbacks may reach, by mode, listening address, proxies and the operator's list.
import type { Server } from 'node:net';
import { type Config, SETTINGS } from '../config.ts';
import type { Account } from '../contract/order.ts';
import { isUrl } from '../contract/text.ts';
import { type GuardPolicy, ownAddresses, portOf } from '../platform/ssrf-guard.ts';
import { type AllowedTarget, readTarget } from '../platform/ssrf-targets.ts';

const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|\[?::1\]?|localhost)$/i;

export const isLoopback = (host: string): boolean => LOOPBACK.test(host);

/** On a laptop the receiver of callbacks runs beside the service. Behind a proxy, clients may be anywhere. */
export const allowsLoopback = (config: Config): boolean =>
  config.MODE === 'local' && isLoopback(config.HOST) && config.TRUST_PROXY.length === 0;

/** `more` are ports of this process that are in no setting, such as the sandbox's. */
export function callbackPolicy(config: Config, more: Iterable<number> = []): GuardPolicy & { readonly ownPorts: Set<number> } {
  return {
    allowLoopback: allowsLoopback(config),
    loopbackByName: false,
    allowNetworks: [],
    allowTargets: config.CALLBACK_ALLOW.map(readTarget).filter((target): target is AllowedTarget => target !== null),
    ownPorts: new Set([...ownPorts(config), ...more]),
    forbidAddresses: ownAddresses(),
  };
}

/** The policy for one client. A request through a proxy that is in no setting may come from anywhere. */
export const forCaller = <Parts extends { readonly guard: GuardPolicy }>(parts: Parts, { forwarded }: Account): Parts =>
  forwarded ? { ...parts, guard: { ...parts.guard, allowLoopback: false } } : parts;

/** With PORT=0 the system chooses the port when the server starts to listen. */
export function addListener({ ownPorts }: { readonly ownPorts: Set<number> }, server: Server): void {
  server.on('listening', () => {
    const address = server.address();
    if (address !== null && typeof address === 'object') ownPorts.add(address.port);
  });
}

/** Ports on which the service listens, and ports of what it uses on this machine: database, browser, S3 storage, model. */
function ownPorts(config: Config): number[] {
  const listening = [config.PORT, config.ADMIN_PORT].filter((port) => port !== 0);
  const used = Object.keys(SETTINGS).flatMap((name) => [config[name as keyof Config]].flat());
  return [...listening, ...used.flatMap((value) => (typeof value === 'string' ? portOnLoopback(value) : []))];
}

const DATABASE_PORT = 5432;

/** For a setting such as `postgres://localhost/x` or `DE=http://127.0.0.1:3128`. Empty when the text has no URL of this machine. */
function portOnLoopback(text: string): number[] {
  const address = /[a-z][a-z0-9+]*:\/\/\S+/i.exec(text)?.[0];
  if (address === undefined || !isUrl(address)) return [];
  const url = new URL(address);
  if (!isLoopback(url.hostname)) return [];
  return [/^postgres/.test(url.protocol) && url.port === '' ? DATABASE_PORT : portOf(url)];
}
