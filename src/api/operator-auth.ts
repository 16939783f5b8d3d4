// Authenticates operators by `ADMIN_TOKEN` or a named token. Bad tokens are limited and recorded.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FIRST_OPERATOR, type Operator } from '../contract/admin.ts';
import { errors } from '../contract/errors.ts';
import { bearerOf } from './auth.ts';
import type { Limits } from './limits.ts';

export interface OperatorAuthParts {
  /** `ADMIN_TOKEN`, which works without the database and cannot be revoked. */
  readonly operatorToken: string;
  /** Returns the operator of a token or null, synchronously if possible. */
  readonly findOperator: (token: string) => Operator | null | Promise<Operator | null>;
  readonly limits: Pick<Limits, 'tokensRejected' | 'badToken'>;
  /** Called for a missing or bad token. `throttled` when the limit was exceeded. */
  readonly onBadToken: (ip: string, throttled: boolean) => void;
}

export type AuthenticateOperator = (request: FastifyRequest, reply: FastifyReply) => undefined | Promise<void>;

/** A token of this length cannot be guessed. Generated ones are longer, but `ADMIN_TOKEN` may be shorter. */
const UNGUESSABLE_LENGTH = 20;

/** Sets the operator on the request, synchronously if possible. Throws when the token is wrong. */
export function createOperatorAuth({ operatorToken, findOperator, limits, onBadToken }: OperatorAuthParts): AuthenticateOperator {
  // Hashes have equal lengths, so the time of a comparison reveals nothing about the token.
  const secret = randomBytes(32);
  const hashOf = (text: string): Buffer => createHmac('sha256', secret).update(text).digest();
  const expected = hashOf(operatorToken);
  const guessable = operatorToken.length < UNGUESSABLE_LENGTH;

  const reject = (request: FastifyRequest, reply: FastifyReply): never => {
    try {
      limits.badToken(request.ip, reply);
    } catch (error) {
      onBadToken(request.ip, true);
      throw error;
    }
    onBadToken(request.ip, false);
    throw errors.badToken();
  };
  return (request, reply) => {
    const judge = (operator: Operator | null): void => {
      if (operator === null) reject(request, reply);
      request.operator = operator;
    };
    const token = bearerOf(request) ?? '';
    // After too many bad tokens from an IP address, do not compare a short token: a correct guess must not be visible.
    const compares = operatorToken !== '' && !(guessable && limits.tokensRejected(request.ip));
    if (compares && timingSafeEqual(hashOf(token), expected)) {
      request.operator = FIRST_OPERATOR;
      return undefined;
    }
    const found = token === '' ? null : findOperator(token);
    if (found instanceof Promise) return found.then(judge);
    judge(found);
    return undefined;
  };
}
