// Finds the session of an MCP request by its headers. A session stores the budget between requests.
import { randomBytes } from 'node:crypto';
import { errors } from '../contract/errors.ts';
import type { SessionBudget } from './session.ts';

export interface SessionStore {
  open(keyId: string, name: string, budget: number): Promise<SessionBudget>;
  find(keyId: string, name: string): Promise<SessionBudget | null>;
}

export interface HttpSession {
  /** Null without a budget. */
  readonly budget: SessionBudget | null;
  /** Sent as Mcp-Session-Id. The client sends it back with all further requests. */
  readonly startedSession: string | null;
}

const NONE: HttpSession = { budget: null, startedSession: null };
/** Prefix of generated names, so that names from callers cannot collide with them. */
const OURS = 'mcp-';

const isInitialize = (body: unknown): boolean =>
  (Array.isArray(body) ? body : [body]).some((message) => (message as { method?: unknown } | null)?.method === 'initialize');

function budgetOf(headers: Headers): number | null {
  const text = headers.get('sextant-budget');
  if (text === null) return null;
  if (!/^\d{1,12}$/.test(text)) throw errors.badParameter('Sextant-Budget', 'must be a whole number of credits');
  return Number(text);
}

export async function sessionOf(headers: Headers, body: unknown, keyId: string, store: SessionStore): Promise<HttpSession> {
  const [budget, named, given] = [budgetOf(headers), headers.get('sextant-session'), headers.get('mcp-session-id')];
  if (named !== null) return { budget: await namedSession(named, budget, keyId, store), startedSession: null };
  if (isInitialize(body)) {
    if (budget === null) return NONE;
    const name = `${OURS}${randomBytes(16).toString('hex')}`;
    return { budget: await store.open(keyId, name, budget), startedSession: name };
  }
  if (given !== null) {
    const sessionBudget = await store.find(keyId, given);
    if (!sessionBudget) throw errors.sessionNotFound();
    return { budget: agreed(sessionBudget, budget), startedSession: null };
  }
  if (budget === null) return NONE;
  throw errors.badParameter('Sextant-Budget', 'needs a session', 'Send initialize first, or name the session with Sextant-Session.');
}

/** Returns the budget of a session named by the caller, for clients of the newer protocol revision without sessions. */
async function namedSession(name: string, budget: number | null, keyId: string, store: SessionStore): Promise<SessionBudget> {
  if (!/^[\w.:-]{1,64}$/.test(name) || name.startsWith(OURS))
    throw errors.badParameter('Sextant-Session', 'must have 1 to 64 letters, digits or . : _ -');
  const sessionBudget = budget === null ? await store.find(keyId, name) : await store.open(keyId, name, budget);
  if (!sessionBudget) throw errors.badParameter('Sextant-Session', 'has no budget yet', 'Send Sextant-Budget with it.');
  return agreed(sessionBudget, budget);
}

function agreed(sessionBudget: SessionBudget, budget: number | null): SessionBudget {
  if (budget !== null && budget !== sessionBudget.budget)
    throw errors.badParameter(
      'Sextant-Budget',
      `was ${sessionBudget.budget} when this session began`,
      'Start a new session, or send the first budget.',
    );
  return sessionBudget;
}
