// Schemas of the delivery log: the list of attempts, one callback with all its attempts, and resending many.
import { Nullable, OneOf } from './dialect.ts';
import { operatorFilter } from './listing.ts';
import Type, { type Static } from './schema.ts';
import { MODES } from './vocabulary.ts';

export const DELIVERY_STATES = ['delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

const instant = (description: string) => Type.String({ description, examples: ['2026-11-15T09:30:00.123+0000'] });
const time = (description: string) =>
  Type.String({ maxLength: 40, description: `${description} A day or a date and time.`, examples: ['2026-11-15', '2026-11-15T09:30:00Z'] });
const host = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'Host of the callback URL, with its port unless it is the default port.',
});
const headers = Type.Unsafe<Record<string, string>>({
  type: 'object',
  additionalProperties: { type: 'string' },
  description: 'Credentials and signatures are hidden.',
});

export const DeliveryQuery = Type.Object({
  ...operatorFilter,
  host: Type.Optional(host),
  state: Type.Optional(OneOf(DELIVERY_STATES)),
  from: Type.Optional(time('Attempts that ended at this time or later.')),
  to: Type.Optional(time('Attempts that ended before this time.')),
  after: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'The `next` of the previous page.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
});

export const DeliveryRow = Type.Object({
  id: Type.String(),
  objectId: Type.String(),
  account: Nullable(Type.String({ description: 'Null for attempts of an earlier version, here and below.' })),
  mode: Nullable(OneOf(MODES)),
  host: Nullable(Type.String()),
  attempt: Type.Integer(),
  state: OneOf(DELIVERY_STATES),
  status: Nullable(Type.Integer({ description: 'Null without an HTTP response.' })),
  reason: Nullable(Type.String({ description: 'Why the attempt failed.' })),
  ms: Type.Integer({ description: 'Duration in milliseconds.' }),
  at: instant('End of the attempt.'),
  nextAt: Nullable(instant('Next attempt. Null: none is scheduled.')),
});
export type DeliveryRow = Static<typeof DeliveryRow>;

export const DeliveryList = Type.Object({
  items: Type.Array(DeliveryRow, { description: 'Newest first.' }),
  next: Nullable(
    Type.String({
      description:
        'Send it as `after` to get the next page. Null on the last page. Earlier pages may have fewer items than `limit`, or none.',
    }),
  ),
});

/** One attempt with what was sent and received. */
export const DeliveryExchange = Type.Object({
  attempt: Type.Integer(),
  state: OneOf(DELIVERY_STATES),
  status: Nullable(Type.Integer({ description: 'Null without an HTTP response.' })),
  reason: Nullable(Type.String({ description: 'Why the attempt failed.' })),
  ms: Type.Integer({ description: 'Duration in milliseconds.' }),
  at: instant('End of the attempt.'),
  request: Nullable(
    Type.Object(
      {
        url: Type.String({ description: 'Without user and password.' }),
        headers,
        body: Nullable(Type.String({ description: 'Null when the whole object was sent, as GET returns it.' })),
        bytes: Type.Integer({ description: 'Size of the body.' }),
      },
      { description: 'Null when nothing was sent, and for attempts of an earlier version.' },
    ),
  ),
  response: Nullable(
    Type.Object(
      {
        headers,
        body: Type.String({ description: 'The first KB as text.' }),
        bytes: Type.Integer({ description: 'Size of the body, at most 65,536.' }),
        firstByteMs: Type.Integer({ description: 'Milliseconds until the first byte arrived.' }),
      },
      { description: 'Null without an HTTP response.' },
    ),
  ),
});
export type DeliveryExchange = Static<typeof DeliveryExchange>;

export const ObjectDeliveries = Type.Object({
  id: Type.String(),
  items: Type.Array(DeliveryExchange, { description: 'Oldest attempt first.' }),
});
export type ObjectDeliveries = Static<typeof ObjectDeliveries>;

export const ResendFailing = Type.Object({
  host,
  since: Type.String({ maxLength: 40, format: 'date-time', description: 'Resend callbacks whose attempts failed at this time or later.' }),
  account: operatorFilter.account,
  mode: Type.Optional(OneOf(MODES, { description: 'Omitted: both modes.' })),
});
export type ResendFailing = Static<typeof ResendFailing>;

export const ResentCallbacks = Type.Object({
  count: Type.Integer({ description: 'Callbacks that are sent now, at most 10,000.' }),
  more: Type.Boolean({ description: 'Others are left. Send the request again.' }),
});
