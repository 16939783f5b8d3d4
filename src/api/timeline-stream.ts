// Streams the timeline of one object until it is final, with an event after each change.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Owner } from '../business/orders/list.ts';
import type { Timeline, Timelines } from '../business/orders/timeline.ts';
import { sameTimeline, type TimelineWatch } from '../business/orders/watch.ts';
import type { EventStreams } from './event-stream.ts';
import { checkStreamBudget, endOnLapse, LAPSE_MESSAGES, type StreamCredentialParts } from './stream-credential.ts';
import { ownerName } from './stream-limits.ts';

export interface TimelineStreamParts extends StreamCredentialParts {
  readonly timelines: Timelines;
  readonly timelineWatch: TimelineWatch;
  readonly streams: EventStreams;
}

/** Pause before a retry when the database is unavailable. */
const RETRY_MS = 1000;

/** `first` is the current timeline, which the caller has read. */
export async function streamTimeline(
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
  first: Timeline,
  owner: Owner,
  parts: TimelineStreamParts,
): Promise<FastifyReply> {
  await checkStreamBudget(request, parts);
  const stream = parts.streams.open(reply, ownerName(owner));
  let shown = first;
  let refreshing = false;
  let refreshRequested = false;
  let retry: NodeJS.Timeout | undefined;
  const finish = (reason: 'finished' | 'gone'): void => {
    stream.send('end', { id, reason });
    stream.end();
  };
  const show = (timeline: Timeline): void => {
    shown = timeline;
    stream.send('life', timeline.life);
    if (timeline.isFinal) finish('finished');
  };
  const refresh = async (): Promise<void> => {
    if (refreshing) {
      refreshRequested = true;
      return;
    }
    refreshing = true;
    do {
      refreshRequested = false;
      const found = await parts.timelines.of([id], owner).catch(() => null);
      if (stream.closed) break;
      if (found === null) retry = setTimeout(() => void refresh(), RETRY_MS).unref();
      else if (found.length === 0) finish('gone');
      else if (!sameTimeline(shown, found[0]!)) show(found[0]!);
    } while (refreshRequested && !stream.closed);
    refreshing = false;
  };
  show(first);
  if (stream.closed) return reply;
  const stop = parts.timelineWatch.watch({ id, retentionClass: first.retentionClass }, (gone) => (gone ? finish('gone') : void refresh()));
  stream.onClose(() => {
    stop();
    clearTimeout(retry);
  });
  endOnLapse(request, reply, parts, (reason) => {
    stream.send('end', { id, reason, message: LAPSE_MESSAGES[reason] });
    stream.end();
  });
  return reply;
}
