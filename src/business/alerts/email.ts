// Sends alerts by email.
import type { AlertMessage, SendAlert } from './messages.ts';

export interface AlertMailSettings {
  readonly from: string;
  readonly to: readonly string[];
}

/** A plain text message. */
export interface Mail {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** Equal for every attempt. */
  readonly id: string;
}

export type SendMail = (mail: Mail) => Promise<void>;

export const createAlertMail =
  (send: SendMail, { from, to }: AlertMailSettings): SendAlert =>
  (message) =>
    send({ from, to, id: message.id, ...textOf(message) });

export function textOf({ event, alert }: AlertMessage): Pick<Mail, 'subject' | 'text'> {
  const state = event === 'resolved' ? 'Resolved' : alert.severity === 'critical' ? 'Critical' : 'Warning';
  const lines = [
    alert.summary,
    '',
    `Rule: ${alert.rule}`,
    ...(alert.subject === '' ? [] : [`Subject: ${alert.subject}`]),
    `Opened: ${alert.openedAt}`,
    ...(alert.resolvedAt === null ? [] : [`Resolved: ${alert.resolvedAt}`]),
    '',
    'Open the page Alerts of the dashboard to acknowledge or silence it.',
  ];
  return { subject: `[Sextant] ${state}: ${alert.summary}`, text: lines.join('\n') };
}
