// Which session a message over HTTP belongs to, by its headers: where a budget is named, it is kept from message to message.
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
  /** To be told as Mcp-Session-Id, for the client to send with all further messages. */
  readonly begun: string | null;
}

const NONE: HttpSession = { budget: null, begun: null };
/** Names that we give have a mark, so that a caller's own names cannot meet them. */
const OURS = 'mcp-';

const begins = (body: unknown): boolean =>
  (Array.isArray(body) ? body : [body]).some((message) => (message as { method?: unknown } | null)?.method === 'initialize');

function budgetOf(headers: Headers): number | null {
  const text = headers.get('sextant-budget');
  if (text === null) return null;
  if (!/^\d{1,12}$/.test(text)) throw errors.badParameter('Sextant-Budget', 'must be a whole number of credits');
  return Number(text);
}

export async function sessionOf(headers: Headers, body: unknown, keyId: string, store: SessionStore): Promise<HttpSession> {
  const [budget, own, given] = [budgetOf(headers), headers.get('sextant-session'), headers.get('mcp-session-id')];
  if (own !== null) return { budget: await ownSession(own, budget, keyId, store), begun: null };
  if (begins(body)) {
    if (budget === null) return NONE;
    const name = `${OURS}${randomBytes(16).toString('hex')}`;
    return { budget: await store.open(keyId, name, budget), begun: name };
  }
  if (given !== null) {
    const sessionBudget = await store.find(keyId, given);
    if (!sessionBudget) throw errors.sessionNotFound();
    return { budget: agreed(sessionBudget, budget), begun: null };
  }
  if (budget === null) return NONE;
  throw errors.badParameter('Sextant-Budget', 'needs a session', 'Begin with initialize, or name the session with Sextant-Session.');
}

/** A session that the caller has named: for clients of the protocol's newer revision, which knows none. */
async function ownSession(name: string, budget: number | null, keyId: string, store: SessionStore): Promise<SessionBudget> {
  if (!/^[\w.:-]{1,64}$/.test(name) || name.startsWith(OURS))
    throw errors.badParameter('Sextant-Session', 'must have 1 to 64 letters, digits or . : _ -');
  const sessionBudget = budget === null ? await store.find(keyId, name) : await store.open(keyId, name, budget);
  if (!sessionBudget) throw errors.badParameter('Sextant-Session', 'has no budget yet', 'Send Sextant-Budget with it.');
  return agreed(sessionBudget, budget);
}

function agreed(sessionBudget: SessionBudget, budget: number | null): SessionBudget {
  if (budget !== null && budget !== sessionBudget.budget)
    throw errors.badParameter('Sextant-Budget', `was ${sessionBudget.budget} when this session began`, 'Begin another session.');
  return sessionBudget;
}
