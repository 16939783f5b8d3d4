// Serves MCP over HTTP: each request gets a server of its own, which acts as the key and spends from the session that came with it.
import { setTimeout as sleep } from 'node:timers/promises';
import { createMcpHandler, localhostAllowedHostnames, validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server';
import { createMcp } from './server.ts';
import { type CallApi, createServiceBackend } from './service-backend.ts';
import type { SessionBudget } from './session.ts';
import { type SessionStore, sessionOf } from './session-headers.ts';

export interface Caller {
  readonly key: string;
  readonly keyId: string;
  readonly ip: string;
}

export interface McpHttpParts {
  readonly version: string;
  /** Names beyond localhost under which it may be called. */
  readonly hosts: readonly string[];
  /** The service listens on loopback alone: whoever calls it by another name was led here by a page. */
  readonly loopbackOnly: boolean;
  /** Tools that wait at once; further ones answer at once. */
  readonly waitsMax: number;
  readonly callAs: (caller: Caller) => CallApi;
  readonly sessions: SessionStore;
  readonly onError: (error: Error) => void;
}

export interface McpHttp {
  /** Null when Host or Origin are not ours. Throws the customer's error about a session that cannot be. */
  answer(request: Request, body: unknown, caller: Caller): Promise<Response | null>;
  /** Tools that wait at the moment. */
  waiting(): number;
  /** Lets those who wait have what there is, then ends. */
  close(): Promise<void>;
}

/** A little longer than the longest pause between two looks. */
const END_TURNS = 50;
const END_MS = 50;

export function createMcpHttp({ version, hosts, loopbackOnly, waitsMax, callAs, sessions, onError }: McpHttpParts): McpHttp {
  let [waiting, ending] = [0, false];
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const { caller, budget } = authInfo!.extra as unknown as { caller: Caller; budget: SessionBudget | null };
      return createMcp(createServiceBackend(callAs(caller)), version, {
        budget,
        mayWait: () => waiting <= waitsMax,
        ending: () => ending,
        onWait: (change) => {
          waiting += change;
        },
      });
    },
    { onerror: onError },
  );
  const allowed = [...localhostAllowedHostnames(), ...hosts];
  // Where a name of one's own leads to the service, it is the operator who says which.
  const checksHost = loopbackOnly || hosts.length > 0;
  return {
    answer: async (request, body, caller) => {
      const [host, origin] = [request.headers.get('host'), request.headers.get('origin')];
      if (checksHost && !validateHostHeader(host, allowed).ok) return null;
      if (!validateOriginHeader(origin, allowed).ok) return null;
      const { budget, begun } = await sessionOf(request.headers, body, caller.keyId, sessions);
      const authInfo = { token: caller.key, clientId: 'key', scopes: [], extra: { caller, budget } };
      const answer = await handler.fetch(request, { authInfo, ...(body === undefined ? {} : { parsedBody: body }) });
      if (begun !== null) answer.headers.set('mcp-session-id', begun);
      return answer;
    },
    waiting: () => waiting,
    close: async () => {
      ending = true;
      for (let turn = 0; waiting > 0 && turn < END_TURNS; turn++) await sleep(END_MS);
      await handler.close();
    },
  };
}
