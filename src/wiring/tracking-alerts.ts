// Builds the tasks of a worker for figures and alerts of tracking: roll-up, grouping and delivery.
import { createDeliverMessages } from '../business/tracking/alerts/deliver.ts';
import type { TrackingMail } from '../business/tracking/alerts/email.ts';
import { createGroupAlerts } from '../business/tracking/alerts/group.ts';
import { createRollUp } from '../business/tracking/figures/roll-up.ts';
import type { History } from '../business/tracking/interfaces.ts';
import type { Config } from '../config.ts';
import type { Db } from '../platform/db.ts';
import { createHttpClient } from '../platform/http.ts';
import type { Resolver } from '../platform/resolver.ts';
import type { TrackingTask } from '../worker/tracking.ts';
import { callbackPolicy } from './targets.ts';

const [FIGURES_MS, GROUP_MS, DELIVER_MS] = [5000, 20_000, 5000];
const CONNECT_MS_MAX = 5000;
/** Messages in flight to one host. */
const PER_HOST_MAX = 2;

export interface AlertTaskParts {
  readonly db: Db;
  readonly config: Config;
  readonly resolver: Resolver;
  /** Ports of this process that webhooks must not reach. */
  readonly ownPorts: Iterable<number>;
  readonly history: Pick<History, 'ofProject'>;
  readonly onError: (error: unknown) => void;
}

export interface AlertTasks {
  readonly tasks: readonly TrackingTask[];
  /** Call it after the timers have stopped. */
  close(): Promise<void>;
}

export function createAlertTasks({ db, config, resolver, ownPorts, history, onError }: AlertTaskParts): AlertTasks {
  const http = createHttpClient({
    policy: callbackPolicy(config, ownPorts),
    resolve: resolver.resolve,
    connectionsPerHost: PER_HOST_MAX,
    connectMsMax: CONNECT_MS_MAX,
  });
  const messages = createDeliverMessages(db, { http, mail: trackingMail(config, resolver), onError });
  return {
    tasks: [
      { name: 'tracking_figures', everyMs: FIGURES_MS, run: createRollUp(db, history).run },
      { name: 'tracking_alerts', everyMs: GROUP_MS, run: createGroupAlerts(db).run },
      { name: 'tracking_messages', everyMs: DELIVER_MS, run: messages.run },
    ],
    // Messages that are still being sent fail here. They are retried later.
    close: async () => {
      await http.close();
      await messages.settled();
    },
  };
}

/** Null: the server has no SMTP, or no sender. */
function trackingMail(
  { ALERT_SMTP_URL: url, ALERT_MAIL_FROM: from, ALERT_MAIL_TO: to }: Config,
  { lookup }: Resolver,
): TrackingMail | null {
  const sender = from ?? to[0];
  if (!url || !sender) return null;
  // Loaded on first use: most installations send no email.
  return { from: sender, send: async (mail) => (await import('../platform/smtp.ts')).sendSmtp(mail, { url, lookup }) };
}
