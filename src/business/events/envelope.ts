// Converts feed events to callback envelopes, signed when they are read.
import { toDateTime } from '../../contract/dates.ts';
import type { Event } from '../../contract/event.ts';
import type { Stored } from '../../contract/order.ts';
import type { CallbackFormat } from '../../contract/vocabulary.ts';
import { signCallback } from '../callbacks/signature.ts';
import type { FeedEvent } from './feed.ts';

export interface EnvelopeParts {
  /** Renders the object as GET returns it. Passed in, because events do not know the products. */
  readonly render: (stored: Stored) => Promise<Buffer>;
  readonly fetchAny: (ids: readonly string[]) => Promise<Stored[]>;
}

/** Keeps the order. AI jobs are complete, as in their callbacks. Events of removed objects have only id and type. */
export async function envelopesOf(
  events: readonly FeedEvent[],
  format: CallbackFormat,
  { secret, now }: { readonly secret: string; readonly now: number },
  parts: EnvelopeParts,
): Promise<Event[]> {
  const whole = events.filter(({ kind }) => format === 'JSON' || kind === 'ai').map(({ id }) => id);
  const stored = new Map((whole.length > 0 ? await parts.fetchAny(whole) : []).map((one) => [one.id, one]));
  const envelopes: Event[] = [];
  for (const { number, id, kind, at } of events) {
    const one = stored.get(id);
    const body = one ? (await parts.render(one)).toString('utf8') : JSON.stringify({ id, type: kind });
    const headers = { ...signCallback(`evt_${id}`, Math.floor(now), body, secret) };
    envelopes.push({ cursor: String(number), objectId: id, type: kind, at: toDateTime(at), headers, body });
  }
  return envelopes;
}
