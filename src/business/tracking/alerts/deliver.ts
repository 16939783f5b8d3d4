// Delivers messages about alerts and retries them. A receiver that does not respond delays no other.
import type { TrackingMessage } from '../../../contract/tracking-alerts.ts';
import type { Db } from '../../../platform/db.ts';
import type { HttpClient } from '../../../platform/http.ts';
import { sendMail, type TrackingMail } from './email.ts';
import type { Channel } from './group.ts';
import { postWebhook, type SendResult } from './webhook.ts';

/** Pauses before the second, third, … attempt. */
const RETRY_SECONDS = [5, 60, 300, 1800, 7200, 18_000];
/** A process that ends while sending leaves the message to others after this time. */
const LEASE_SECONDS = 60;
const AT_ONCE_MAX = 50;
const PER_HOST_MAX = 2;
/** An account may have many projects, each with a receiver that does not respond. */
const PER_ACCOUNT_MAX = 10;
const REASON_LENGTH_MAX = 200;
/** The receiver is gone for good. */
const GONE = 410;

/** The receiving host, or the domain of an email. */
const HOST = "lower(substring(m.target from '^(?:https?://)?(?:[^/?#]*@)?([^/?#]+)'))";
/**
 * Claims at most two messages per host and ten per account, and none of hosts to which this process is sending, or of accounts
 * ($5) for which it sends enough. `next_at` moves forward, so
 * that no other process sends them at the same time.
 */
const CLAIM = {
  name: 'tracking_messages_claim',
  text: `with due as (
      select m.account_id, m.project_id, m.id, m.channel, m.target, m.next_at,
        row_number() over (partition by m.channel, ${HOST} order by m.next_at) as nth
      from tracking_messages m where m.next_at <= now() and m.channel = any ($1::text[]) and not (${HOST} = any ($2::text[]))
        and m.account_id <> all ($5::integer[])
    ), ranked as (
      select d.*, row_number() over (partition by d.account_id order by d.nth, d.next_at) as of_account from due d where d.nth <= ${PER_HOST_MAX}
    ), claimed as (
      select m.account_id, m.project_id, m.id, m.channel, m.target
      from ranked d join tracking_messages m on m.account_id = d.account_id and m.project_id = d.project_id and m.id = d.id
        and m.channel = d.channel and m.target = d.target
      where d.of_account <= ${PER_ACCOUNT_MAX} and m.next_at <= now() order by d.of_account, m.next_at limit $3 for update of m skip locked
    )
    update tracking_messages m set attempt = m.attempt + 1, next_at = now() + make_interval(secs => $4)
    from claimed c, accounts a
    where m.account_id = c.account_id and m.project_id = c.project_id and m.id = c.id and m.channel = c.channel and m.target = c.target
      and a.id = m.account_id
    returning m.account_id, m.project_id, m.id, m.channel, m.target, m.attempt, m.body, a.webhook_secret as secret, ${HOST} as host,
      extract(epoch from now())::double precision as at`,
};
/** Only for the attempt that was claimed: the message may have been sent again since. */
const FINISH = {
  name: 'tracking_messages_finish',
  text: `update tracking_messages set status = $7, reason = $8, delivered_at = case when $9 then now() end,
      next_at = now() + make_interval(secs => $10::double precision)
    where account_id = $1 and project_id = $2 and id = $3 and channel = $4 and target = $5 and attempt = $6`,
};

interface ClaimedMessage {
  readonly account_id: number;
  readonly project_id: number;
  readonly id: string;
  readonly channel: Channel;
  readonly target: string;
  readonly attempt: number;
  readonly body: string;
  readonly secret: string;
  readonly host: string;
  readonly at: number;
}

export interface DeliverParts {
  readonly http: HttpClient;
  /** Null: the server has no SMTP. Emails then wait. */
  readonly mail: TrackingMail | null;
  readonly onError?: (error: unknown) => void;
}

export interface DeliverMessages {
  /** Starts to send what is due, and does not wait for the receivers. Returns the number of messages. */
  run(): Promise<number>;
  /** Resolves when everything that was started has ended. */
  settled(): Promise<void>;
}

export function createDeliverMessages(db: Pick<Db, 'query'>, { http, mail, onError = () => undefined }: DeliverParts): DeliverMessages {
  const channels: Channel[] = mail ? ['webhook', 'email'] : ['webhook'];
  /** The messages that are being sent. */
  const sending = new Map<Promise<void>, ClaimedMessage>();
  /** Accounts with as many messages in flight as one may have. */
  const busyAccounts = (): number[] => {
    const counts = new Map<number, number>();
    for (const { account_id } of sending.values()) counts.set(account_id, (counts.get(account_id) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= PER_ACCOUNT_MAX).map(([account]) => account);
  };

  const sendOne = async (message: ClaimedMessage): Promise<void> => {
    const { id, target: url, body, secret, at } = message;
    const result =
      message.channel === 'webhook'
        ? await postWebhook(http, { id, url, body, secret, at })
        : await sendMail(mail!, message.target, JSON.parse(body) as TrackingMessage);
    const { account_id, project_id, channel, target, attempt } = message;
    const retry = result.ok || result.status === GONE ? null : (RETRY_SECONDS[attempt - 1] ?? null);
    await db.query(FINISH, [account_id, project_id, id, channel, target, attempt, ...outcomeOf(result), retry]);
  };

  return {
    run: async () => {
      const room = AT_ONCE_MAX - sending.size;
      if (room <= 0) return 0;
      const hosts = [...new Set([...sending.values()].map(({ host }) => host))];
      const messages = await db.query<ClaimedMessage>(CLAIM, [channels, hosts, room, LEASE_SECONDS, busyAccounts()]);
      for (const message of messages) {
        // A result that cannot be stored is sent again after the lease. Receivers deduplicate by its id.
        const sent = sendOne(message)
          .catch(onError)
          .finally(() => sending.delete(sent));
        sending.set(sent, message);
      }
      return messages.length;
    },
    settled: async () => {
      await Promise.all(sending.keys());
    },
  };
}

const outcomeOf = ({ ok, status, reason }: SendResult) => [status, reason?.slice(0, REASON_LENGTH_MAX) ?? null, ok];
