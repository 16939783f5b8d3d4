// Binds an open stream to the credential that opened it: the stream ends when the key or the operator token is no longer accepted.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Credential, CredentialWatch, Lapse } from '../business/accounts/credential-watch.ts';
import { errors } from '../contract/errors.ts';

export interface StreamCredentialParts {
  readonly credentials: CredentialWatch;
}

/** For people; the reason itself is the machine-readable part. */
export const LAPSE_MESSAGES: Readonly<Record<Lapse, string>> = {
  revoked: 'The key or token of this stream was revoked.',
  expired: 'The key of this stream has expired.',
  budget: 'The budget of this stream’s key is spent.',
};

/** A client that does not read keeps its last event waiting; the connection is cut after this time. */
const LAST_EVENT_MS = 2000;

const credentialOf = ({ account, operator }: FastifyRequest): Credential => {
  if (account !== null) return { kind: 'key', id: account.keyId };
  if (operator === null) throw new Error('the route is not behind authentication');
  return { kind: 'operator', id: operator.id };
};

/** A client that connects again after its budget was spent is refused, or it would open stream after stream. */
export async function checkStreamBudget(request: FastifyRequest, { credentials }: StreamCredentialParts): Promise<void> {
  if (request.account?.budget === undefined) return;
  if ((await credentials.check(credentialOf(request))) === 'budget') throw errors.budgetSpent(request.account.budget);
}

/** A file cannot say why it ends: its connection is cut. Reading stays allowed when a budget is spent. */
export function cutOnLapse(request: FastifyRequest, reply: FastifyReply, { credentials }: StreamCredentialParts): void {
  const stop = credentials.add(credentialOf(request), () => reply.raw.destroy(), true);
  reply.raw.once('close', stop);
}

/** Calls `onLapse` when the credential lapses. It sends the last event and ends the answer; a client that does not read it is cut off. */
export function endOnLapse(
  request: FastifyRequest,
  reply: FastifyReply,
  { credentials }: StreamCredentialParts,
  onLapse: (lapse: Lapse) => void,
  evenSpent = false,
): void {
  let cut: NodeJS.Timeout | undefined;
  const onEnd = (lapse: Lapse): void => {
    cut = setTimeout(() => reply.raw.destroy(), LAST_EVENT_MS).unref();
    onLapse(lapse);
  };
  const stop = credentials.add(credentialOf(request), onEnd, evenSpent);
  reply.raw.once('close', () => {
    stop();
    clearTimeout(cut);
  });
}
