// The feed of events: what was finished, in the envelopes of callbacks.
import Type, { type Static } from 'typebox';
import { DateTime, OneOf } from './dialect.ts';
import { CALLBACK_FORMATS, KINDS, MODES } from './vocabulary.ts';

export const EVENTS_MAX = 1000;
/** Whole objects are large. */
export const WHOLE_EVENTS_MAX = 100;

const CURSOR = { pattern: '^(0|[1-9][0-9]{0,14})$', maxLength: 15 };

const formatField = {
  format: Type.Optional(
    OneOf(CALLBACK_FORMATS, {
      default: 'SIMPLE',
      description: 'What `body` holds: id and type, or the whole object as GET answers it now.',
    }),
  ),
};

export const EventsQuery = Type.Object({
  after: Type.Optional(
    Type.String({ ...CURSOR, description: 'Only what came after this cursor; `next` of the answer before. Omitted: from the beginning.' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: EVENTS_MAX, default: 100, description: 'With the format JSON at most 100.' })),
  ...formatField,
});
export type EventsQuery = Static<typeof EventsQuery>;

export const EventStreamQuery = Type.Object({
  after: Type.Optional(
    Type.String({ ...CURSOR, description: 'As for GET /events; `Last-Event-ID` takes precedence. Omitted: what comes from now on.' }),
  ),
  ...formatField,
});
export type EventStreamQuery = Static<typeof EventStreamQuery>;

export const Event = Type.Object(
  {
    cursor: Type.String({ description: 'Where it stands in the feed.' }),
    objectId: Type.String(),
    type: OneOf(KINDS),
    at: DateTime('When the object was finished.'),
    headers: Type.Object(
      {
        'webhook-id': Type.String({ description: 'The same as that of the object’s callback.' }),
        'webhook-timestamp': Type.String(),
        'webhook-signature': Type.String(),
      },
      { description: 'Signed by the Standard Webhooks rules with the account’s secret, over `body` as it stands.' },
    ),
    body: Type.String({ description: 'JSON text, as a callback of that format would carry it.' }),
  },
  { $id: 'Event', title: 'Event' },
);
export type Event = Static<typeof Event>;

export const EventList = Type.Object(
  {
    items: Type.Array(Type.Unsafe<Event>(Type.Ref('Event'))),
    next: Type.String({ description: 'The cursor to go on from.' }),
    more: Type.Boolean({ description: 'There is more already.' }),
    lost: Type.Integer({ description: 'Events between the cursor and `next` whose objects are past their retention.' }),
    recording: Type.Boolean({ description: 'False while the operator has closed the feed.' }),
  },
  { $id: 'EventList', title: 'EventList' },
);
export type EventList = Static<typeof EventList>;

/** The operator opens or closes a feed. */
export const FeedChange = Type.Object({
  mode: Type.Optional(OneOf(MODES, { default: 'live' })),
  open: Type.Optional(Type.Boolean({ default: true })),
});
export type FeedChange = Static<typeof FeedChange>;
