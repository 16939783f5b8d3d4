// Which operator is calling: ADMIN_TOKEN or a token with a name. Wrong ones are counted, refused faster and faster, and written down.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FIRST_OPERATOR, type Operator } from '../contract/admin.ts';
import { errors } from '../contract/errors.ts';
import { bearerOf } from './auth.ts';
import type { Limits } from './limits.ts';

export interface OperatorAuthParts {
  /** ADMIN_TOKEN, which works without the database and cannot be revoked. */
  readonly operatorToken: string;
  /** The operator with this token, or null; at once where possible. */
  readonly findOperator: (token: string) => Operator | null | Promise<Operator | null>;
  readonly limits: Pick<Limits, 'tokensRefused' | 'badToken'>;
  /** A wrong token, or none; `throttled` when it was one too many. */
  readonly onBadToken: (ip: string, throttled: boolean) => void;
}

export type AuthenticateOperator = (request: FastifyRequest, reply: FastifyReply) => undefined | Promise<void>;

/** A token of this length cannot be guessed at any rate. Those that we make are longer; ADMIN_TOKEN is whatever the operator chose. */
const UNGUESSABLE_LENGTH = 20;

/** Sets the operator on the request, at once if it can; throws when the token is not right. */
export function createOperatorAuth({ operatorToken, findOperator, limits, onBadToken }: OperatorAuthParts): AuthenticateOperator {
  // Hashes have one length, so that the time of a comparison says nothing about the token.
  const secret = randomBytes(32);
  const hashOf = (text: string): Buffer => createHmac('sha256', secret).update(text).digest();
  const expected = hashOf(operatorToken);
  const guessable = operatorToken.length < UNGUESSABLE_LENGTH;

  const refuse = (request: FastifyRequest, reply: FastifyReply): never => {
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
      if (operator === null) refuse(request, reply);
      request.operator = operator;
    };
    const token = bearerOf(request) ?? '';
    // Once too many wrong ones came from an address, a short token is not compared: a right guess must not look different from a wrong one.
    const compares = operatorToken !== '' && !(guessable && limits.tokensRefused(request.ip));
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
