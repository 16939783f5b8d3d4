// The event feed of finished objects, as pages and as a stream.
import type { FastifyInstance } from 'fastify';
import { type EnvelopeParts, envelopesOf, type Feed, feedName } from '../../business/events/feed.ts';
import type { FeedWatch } from '../../business/events/watch.ts';
import { errors } from '../../contract/errors.ts';
import {
  EVENTS_MAX,
  type EventKind,
  type EventList,
  EventStreamQuery,
  EventsQuery,
  eventKindsOf,
  FeedChange,
  WHOLE_EVENTS_MAX,
} from '../../contract/event.ts';
import type { Account } from '../../contract/order.ts';
import Type from '../../contract/schema.ts';
import type { CallbackFormat } from '../../contract/vocabulary.ts';
import { sendStream } from '../event-feed-stream.ts';
import { checkStreamBudget, type StreamCredentialParts } from '../stream-credential.ts';
import { createStreamLimits, type StreamLimitSettings } from '../stream-limits.ts';
import { checkerOf, queryCheckerOf } from '../validation.ts';
import { whenClosed } from '../when-closed.ts';
import { accountOf, operatorOf, reference, responses } from './operation.ts';

export interface EventRouteParts extends StreamCredentialParts {
  readonly feed: Feed;
  readonly feedWatch: FeedWatch;
  readonly envelopes: Omit<EnvelopeParts, 'messages'>;
  /** Messages of tracking of an account, by id. */
  readonly messages: (account: Account, ids: readonly string[]) => Promise<ReadonlyMap<string, object>>;
  /** Limits of open feed streams, in total and per account. */
  readonly feedStreams: StreamLimitSettings;
}

const LIMIT_DEFAULT = 100;
const STREAM_LIMIT = 100;

export function eventRoutes(app: FastifyInstance, parts: EventRouteParts): void {
  const checkQuery = queryCheckerOf<EventsQuery>(EventsQuery);
  const checkStream = queryCheckerOf<EventStreamQuery>(EventStreamQuery);
  const checkChange = checkerOf(FeedChange);
  const limits = createStreamLimits(parts.feedStreams);

  /** `covered` is the number up to which nothing more is stored. */
  const pageOf = async (
    account: Account,
    after: number,
    limit: number,
    format: CallbackFormat,
    kinds: readonly EventKind[],
  ): Promise<{ readonly list: EventList; readonly covered: number }> => {
    const { events, next, leftOut, last, open, ...signing } = await parts.feed.read(account.id, account.mode, after, limit, kinds);
    // After a database restore, clients may be ahead of the feed. They would wait silently for reused numbers.
    if (after > last)
      throw errors.badParameter('after', `is after the end of the feed, which is ${last}`, 'Continue from there, or from 0.');
    const lost = next - after - events.length - leftOut;
    const isFull = events.length === limit;
    const messages = (ids: readonly string[]) => parts.messages(account, ids);
    const items = await envelopesOf(events, format, signing, { ...parts.envelopes, messages });
    return { list: { items, next: String(next), more: next < last && isFull, lost, recording: open }, covered: isFull ? next : last };
  };

  app.get(
    '/events',
    {
      schema: {
        tags: ['events'],
        summary: 'List finished objects, in order',
        description:
          'Objects of this account and mode that finished after the first call, each exactly once. The first call enables the feed. ' +
          'With `tracking` in `types`, also messages about alerts of projects.',
        querystring: EventsQuery,
        response: responses(reference('EventList'), [400, 403, 429, 500, 502, 504]),
      },
    },
    async (request) => {
      const { after = '0', limit = LIMIT_DEFAULT, format = 'SIMPLE', types } = checkQuery(request.query);
      const most = format === 'JSON' ? WHOLE_EVENTS_MAX : EVENTS_MAX;
      return (await pageOf(accountOf(request), Number(after), Math.min(limit, most), format, eventKindsOf(types))).list;
    },
  );

  app.get(
    '/events/stream',
    {
      schema: {
        tags: ['events'],
        summary: 'Stream finished objects as server-sent events',
        description:
          'Each `data` is one Event, each `id` its cursor. A client that reconnects with `Last-Event-ID` misses nothing. ' +
          'When the key is revoked, expires or has spent its budget, the stream ends with an event `end` (`{"reason","message"}`).',
        querystring: EventStreamQuery,
        response: {
          ...responses(Type.Ref('Event'), [400, 402, 403, 429, 500, 502, 504]),
          200: { description: 'A stream.', content: { 'text/event-stream': { schema: Type.Ref('Event') } } },
        },
      },
    },
    async (request, reply) => {
      const query = { ...(request.query as object), ...lastEventId(request.headers['last-event-id']) };
      const { after, format = 'SIMPLE', types } = checkStream(query);
      const kinds = eventKindsOf(types);
      const account = accountOf(request);
      const name = feedName(account.id, account.mode);
      await checkStreamBudget(request, parts);
      whenClosed(reply.raw, limits.acquire(name));
      const from = after === undefined ? (await parts.feed.read(account.id, account.mode, 0, 0, kinds)).last : Number(after);
      const source = {
        read: async (cursor: number) => {
          const { list, covered } = await pageOf(account, cursor, STREAM_LIMIT, format, kinds);
          return { items: list.items.map((item) => ({ cursor: item.cursor, data: JSON.stringify(item) })), next: covered };
        },
        until: (cursor: number, msMax: number, hungUp: AbortSignal) => parts.feedWatch.until(name, cursor, msMax, hungUp),
        ended: () => parts.feedWatch.ended,
      };
      return sendStream(request, reply, from, source, parts);
    },
  );

  app.post<{ Params: { id: string } }>(
    '/admin/accounts/:id/feed',
    {
      config: { access: 'operator' },
      schema: {
        tags: ['operator'],
        summary: 'Enable or disable the event feed of an account',
        description:
          'Enables the feed before the account’s first GET /events, or disables it. A disabled feed records no new events; stored ones can be read.',
        params: Type.Object({ id: Type.String() }),
        body: FeedChange,
        response: responses(Type.Object({ open: Type.Boolean() }), [400, 403, 404, 429, 500, 502]),
      },
    },
    async (request) => {
      checkChange(request.body);
      const { mode = 'live', open = true } = request.body as FeedChange;
      if (!(await parts.feed.change(request.params.id, mode, open, operatorOf(request)))) throw errors.notFound();
      return { open };
    },
  );
}

/** Browsers send the last id that they received. An empty one means none. */
const lastEventId = (header: string | string[] | undefined): { after?: string } =>
  typeof header === 'string' && header !== '' ? { after: header } : {};
