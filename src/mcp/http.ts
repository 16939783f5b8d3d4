// MCP over HTTP. Each request gets its own server, with the caller's key and session budget.
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { createMcpHandler, localhostAllowedHostnames, validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server';
import { cacheCosts, readCosts, type ToolCosts, UNKNOWN_COSTS } from './costs.ts';
import { createMcp } from './server.ts';
import { type CallApi, createServiceBackend } from './service-backend.ts';
import type { SessionBudget } from './session.ts';
import { type SessionStore, sessionOf } from './session-headers.ts';

export interface Caller {
  readonly key: string;
  readonly keyId: string;
  readonly ip: string;
  readonly requestId: string;
}

export interface McpHttpParts {
  readonly version: string;
  /** Allowed host names besides localhost. */
  readonly hosts: readonly string[];
  /** The service listens only on loopback. Any other host name indicates DNS rebinding from a web page. */
  readonly loopbackOnly: boolean;
  /** Maximum number of tools that wait at the same time. Further tools return at once. */
  readonly waitsMax: number;
  readonly callAs: (caller: Caller) => CallApi;
  readonly sessions: SessionStore;
  /** Messages that the protocol layer rejects, and broken streams. */
  readonly onError: (error: Error, requestId: string | undefined) => void;
  /** Errors in our own code. */
  readonly onFault: (error: unknown, tool: string, requestId: string) => void;
}

export interface McpHttp {
  /** Returns null when Host or Origin is not allowed. Throws an `ApiError` when the session is invalid. */
  respond(request: Request, body: unknown, caller: Caller): Promise<Response | null>;
  /** Returns the number of waiting tools. */
  waiting(): number;
  /** Ends all waits, so that tools return the current state, then closes. */
  close(): Promise<void>;
}

/** The tries take a little longer than the longest pause between two polls. */
const END_POLLS = 50;
const END_MS = 50;

/** Messages whose response has the instructions or the descriptions of the tools. */
const STATING_COSTS: readonly unknown[] = ['initialize', 'server/discover', 'tools/list'];
const statesCosts = (body: unknown): boolean =>
  (Array.isArray(body) ? body : [body]).some((message) =>
    STATING_COSTS.includes((message as { method?: unknown } | null | undefined)?.method),
  );

export function createMcpHttp({ version, hosts, loopbackOnly, waitsMax, callAs, sessions, onError, onFault }: McpHttpParts): McpHttp {
  let [waiting, ending] = [0, false];
  // The library reports errors without the request that caused them.
  const requestIds = new AsyncLocalStorage<string>();
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const { caller, budget, costs } = authInfo!.extra as unknown as { caller: Caller; budget: SessionBudget | null; costs: ToolCosts };
      return createMcp(createServiceBackend(callAs(caller)), version, {
        budget,
        costs,
        requestId: caller.requestId,
        onFault: (error, tool) => onFault(error, tool, caller.requestId),
        mayWait: () => waiting <= waitsMax,
        ending: () => ending,
        onWait: (change) => {
          waiting += change;
        },
      });
    },
    { onerror: (error) => onError(error, requestIds.getStore()) },
  );
  const costsOf = cacheCosts<Caller>((caller, signal) => readCosts(createServiceBackend(callAs(caller)), signal));
  const allowed = [...localhostAllowedHostnames(), ...hosts];
  // The operator must list the host names of a service that is reachable beyond loopback.
  const checksHost = loopbackOnly || hosts.length > 0;
  return {
    respond: async (request, body, caller) => {
      const [host, origin] = [request.headers.get('host'), request.headers.get('origin')];
      if (checksHost && !validateHostHeader(host, allowed).ok) return null;
      if (!validateOriginHeader(origin, allowed).ok) return null;
      const { budget, startedSession } = await sessionOf(request.headers, body, caller.keyId, sessions);
      const costs = statesCosts(body) ? await costsOf(caller) : UNKNOWN_COSTS;
      const authInfo = { token: caller.key, clientId: 'key', scopes: [], extra: { caller, budget, costs } };
      const respond = await requestIds.run(caller.requestId, () =>
        handler.fetch(request, { authInfo, ...(body === undefined ? {} : { parsedBody: body }) }),
      );
      if (startedSession !== null) respond.headers.set('mcp-session-id', startedSession);
      return respond;
    },
    waiting: () => waiting,
    close: async () => {
      ending = true;
      for (let poll = 0; waiting > 0 && poll < END_POLLS; poll++) await sleep(END_MS);
      await handler.close();
    },
  };
}
