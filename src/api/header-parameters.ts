// Request headers that repeat the response of an earlier call, as parameters of the operations that read them.
import Type from '../contract/schema.ts';

export const REPLAY_SECONDS_MAX = 3600;

const idempotencyKey = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: '^[ -~]+$',
    description:
      'A name of the call that the client chooses. A repeated call with the same key and the same request gets the first response for 24 hours, and is not charged again.',
    example: 'order-4711',
  }),
);
const replaySeconds = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: REPLAY_SECONDS_MAX,
    description: 'An equal call of this many seconds ago is repeated and not charged again. Without effect beside `Idempotency-Key`.',
    example: 60,
  }),
);

export const KEY_HEADER = Type.Object({ 'Idempotency-Key': idempotencyKey });
export const REPLAY_HEADER = Type.Object({ 'Sextant-Replay-Seconds': replaySeconds });
export const KEY_AND_REPLAY_HEADERS = Type.Object({ 'Idempotency-Key': idempotencyKey, 'Sextant-Replay-Seconds': replaySeconds });
