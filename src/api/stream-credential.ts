// Ends an open stream when its key or operator token is no longer accepted.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Credential, CredentialWatch, Lapse } from '../business/accounts/credential-watch.ts';
import { errors } from '../contract/errors.ts';
import { breakOff } from './export-file.ts';
import { whenClosed } from './when-closed.ts';

export interface StreamCredentialParts {
  readonly credentials: CredentialWatch;
}

/** Texts for users. The reason itself is machine-readable. */
export const LAPSE_MESSAGES: Readonly<Record<Lapse, string>> = {
  revoked: 'The key or token of this stream was revoked.',
  expired: 'The key of this stream has expired.',
  budget: 'The budget of this stream’s key is spent.',
};

/** Time for the client to read the last event. Then the connection is closed. */
const LAST_EVENT_MS = 2000;

const credentialOf = ({ account, operator }: FastifyRequest): Credential => {
  if (account !== null) return { kind: 'key', id: account.keyId };
  if (operator === null) throw new Error('the route is not behind authentication');
  return { kind: 'operator', id: operator.id };
};

/** Rejects a client that reconnects after its budget was spent. Otherwise it would open stream after stream. */
export async function checkStreamBudget(request: FastifyRequest, { credentials }: StreamCredentialParts): Promise<void> {
  if (request.account?.budget === undefined) return;
  if ((await credentials.check(credentialOf(request))) === 'budget') throw errors.budgetSpent(request.account.budget);
}

/** Closes the connection of an export, which cannot report a reason. A spent budget does not end it. */
export function cutOnLapse(request: FastifyRequest, reply: FastifyReply, { credentials }: StreamCredentialParts): void {
  const stop = credentials.add(credentialOf(request), () => breakOff(reply.raw), true);
  whenClosed(reply.raw, stop);
}

/** Calls `onLapse`, which sends the last event and ends the response. Disconnects a client that does not read it. */
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
  whenClosed(reply.raw, () => {
    stop();
    clearTimeout(cut);
  });
}
