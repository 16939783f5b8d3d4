// Notifications that follow an order: workers, dispatchers, event feeds and waiting clients look at once.
import type { Account, Job } from '../../contract/order.ts';
import type { Notifications } from '../../platform/notifications.ts';
import { feedName } from '../events/feed.ts';
import { NOT_FROM_API } from './origin.ts';
import type { Reuse } from './reuse.ts';
import type { Finished } from './settle.ts';

type Notify = Notifications['send'];

/** After an order was placed. `reused` is true when one of its objects got a stored result and is finished already. */
export function notifyPlaced({ id, mode }: Pick<Account, 'id' | 'mode'>, reused: boolean, notify: Notify): void {
  notify('jobs_ready');
  if (!reused) return;
  notify('callback_due');
  notify('event_added', [feedName(id, mode)]);
}

export interface FinishedParts {
  readonly notify: Notify;
  /** Wakes the dispatcher of this process; its callbacks need no notification. */
  readonly wakeDispatcher: () => void;
  readonly reuse: Pick<Reuse, 'ended'>;
  /** Receives finished objects that no API client created, among them the checks of tracked keywords. */
  readonly recordPoints?: (objectIds: readonly string[]) => void;
}

/** After `jobs` were settled together; `finished` are those that need no retry. Never throws. */
export function notifyFinished(finished: readonly Finished[], jobs: readonly Job[], parts: FinishedParts): void {
  const jobsWith = (ids: ReadonlySet<string>): Job[] => jobs.filter(({ id }) => ids.has(id));
  const idsOf = (some: readonly Finished[]): string[] => some.map(({ id }) => id);

  if (finished.some(({ hasCallback }) => hasCallback)) parts.wakeDispatcher();
  void parts.reuse.ended(jobsWith(new Set(idsOf(finished))));
  const withEvent = jobsWith(new Set(idsOf(finished.filter(({ hasEvent }) => hasEvent))));
  if (withEvent.length > 0) parts.notify('event_added', [...new Set(withEvent.map(({ accountId, mode }) => feedName(accountId, mode)))]);
  const awaited = idsOf(finished.filter(({ hasWaiter }) => hasWaiter));
  if (awaited.length > 0) parts.notify('object_finished', awaited);
  const ended = new Set(idsOf(finished));
  const checks = jobs.filter(({ id, kind, request }) => kind === 'serp' && request.endsWith(NOT_FROM_API) && ended.has(id));
  if (checks.length > 0) parts.recordPoints?.(checks.map(({ id }) => id));
}
