// The event feed: finished objects in the envelopes of callbacks.

import { DateTime, OneOf } from './dialect.ts';
import Type, { type Static } from './schema.ts';
import { CALLBACK_FORMATS, KINDS, MODES } from './vocabulary.ts';

export const EVENTS_MAX = 1000;
/** Limit for the format JSON, whose events contain whole objects. */
export const WHOLE_EVENTS_MAX = 100;

/** Kinds of events. Those of tracking are messages about alerts of a project, and are sent only to readers that ask for them. */
export const EVENT_KINDS = [...KINDS, 'tracking'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

const CURSOR = { pattern: '^(0|[1-9][0-9]{0,14})$', maxLength: 15 };

const someKind = `(?:${EVENT_KINDS.join('|')})`;
const commonFields = {
  types: Type.Optional(
    Type.String({
      pattern: `^${someKind}(?:,${someKind})*$`,
      maxLength: 100,
      description: `Types of events, separated by commas. Default: ${KINDS.join(',')}. The first request with \`tracking\` enables events of tracking.`,
      examples: [EVENT_KINDS.join(',')],
    }),
  ),
  format: Type.Optional(
    OneOf(CALLBACK_FORMATS, {
      default: 'SIMPLE',
      description: 'Content of `body`. `SIMPLE`: id and type. `JSON`: the complete object as GET returns it now.',
    }),
  ),
};

export const EventsQuery = Type.Object({
  after: Type.Optional(
    Type.String({
      ...CURSOR,
      description: 'Return only events after this cursor, the `next` of the previous response. Omitted: from the first event.',
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: EVENTS_MAX, default: 100, description: 'At most 100 with the format JSON.' })),
  ...commonFields,
});
export type EventsQuery = Static<typeof EventsQuery>;

export const EventStreamQuery = Type.Object({
  after: Type.Optional(
    Type.String({ ...CURSOR, description: 'As for GET /events. `Last-Event-ID` takes precedence. Omitted: only new events.' }),
  ),
  ...commonFields,
});
export type EventStreamQuery = Static<typeof EventStreamQuery>;

export const Event = Type.Object(
  {
    cursor: Type.String({ description: 'Position in the feed.' }),
    objectId: Type.String({ description: 'For the type `tracking`: the id of the message.' }),
    type: OneOf(EVENT_KINDS),
    at: DateTime('Completion time of the object.'),
    headers: Type.Object(
      {
        'webhook-id': Type.String({ description: 'Equal to the `webhook-id` of the object’s callback.' }),
        'webhook-timestamp': Type.String(),
        'webhook-signature': Type.String(),
      },
      { description: 'Standard Webhooks signature of `body`, with the account’s secret.' },
    ),
    body: Type.String({ description: 'JSON text, equal to a callback body of that format. For the type `tracking`: a TrackingMessage.' }),
  },
  { $id: 'Event', title: 'Event' },
);
export type Event = Static<typeof Event>;

export const EventList = Type.Object(
  {
    items: Type.Array(Type.Unsafe<Event>(Type.Ref('Event'))),
    next: Type.String({ description: 'Send it as `after` in the next request.' }),
    more: Type.Boolean({ description: 'True when more events are available.' }),
    lost: Type.Integer({ description: 'Number of events between the cursor and `next` whose objects were removed after their retention.' }),
    recording: Type.Boolean({ description: 'False while the operator has disabled the feed.' }),
  },
  { $id: 'EventList', title: 'EventList' },
);
export type EventList = Static<typeof EventList>;

/** Enables or disables an account's event feed. */
export const FeedChange = Type.Object({
  mode: Type.Optional(OneOf(MODES, { default: 'live' })),
  open: Type.Optional(Type.Boolean({ default: true })),
});
export type FeedChange = Static<typeof FeedChange>;

/** Reads the parameter `types`, which matches its pattern. */
export const eventKindsOf = (types: string | undefined): readonly EventKind[] =>
  types === undefined ? KINDS : (types.split(',') as EventKind[]);
