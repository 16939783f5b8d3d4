// Which session a message over HTTP belongs to, by its headers: where a budget is named, it is kept from message to message.
import { randomBytes } from 'node:crypto';
import { errors } from '../contract/errors.ts';
import type { Purse } from './session.ts';

export interface SessionStore {
  open(keyId: string, name: string, budget: number): Promise<Purse>;
  find(keyId: string, name: string): Promise<Purse | null>;
}

export interface HttpSession {
  /** Null without a budget. */
  readonly purse: Purse | null;
  /** To be told as Mcp-Session-Id, for the client to send with all further messages. */
  readonly begun: string | null;
}

const NONE: HttpSession = { purse: null, begun: null };
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
  if (own !== null) return { purse: await ownSession(own, budget, keyId, store), begun: null };
  if (begins(body)) {
    if (budget === null) return NONE;
    const name = `${OURS}${randomBytes(16).toString('hex')}`;
    return { purse: await store.open(keyId, name, budget), begun: name };
  }
  if (given !== null) {
    const purse = await store.find(keyId, given);
    if (!purse) throw errors.sessionNotFound();
    return { purse: agreed(purse, budget), begun: null };
  }
  if (budget === null) return NONE;
  throw errors.badParameter('Sextant-Budget', 'needs a session', 'Begin with initialize, or name the session with Sextant-Session.');
}

/** A session that the caller has named: for clients of the protocol's newer revision, which knows none. */
async function ownSession(name: string, budget: number | null, keyId: string, store: SessionStore): Promise<Purse> {
  if (!/^[\w.:-]{1,64}$/.test(name) || name.startsWith(OURS))
    throw errors.badParameter('Sextant-Session', 'must have 1 to 64 letters, digits or . : _ -');
  const purse = budget === null ? await store.find(keyId, name) : await store.open(keyId, name, budget);
  if (!purse) throw errors.badParameter('Sextant-Session', 'has no budget yet', 'Send Sextant-Budget with it.');
  return agreed(purse, budget);
}

function agreed(purse: Purse, budget: number | null): Purse {
  if (budget !== null && budget !== purse.budget)
    throw errors.badParameter('Sextant-Budget', `was ${purse.budget} when this session began`, 'Begin another session.');
  return purse;
}
