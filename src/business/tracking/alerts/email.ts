// Sends a message about alerts by email.
import type { TrackingMessage } from '../../../contract/tracking-alerts.ts';
import type { SendMail } from '../../alerts/email.ts';
import type { SendResult } from './webhook.ts';

export interface TrackingMail {
  readonly send: SendMail;
  readonly from: string;
}

/** Never throws. */
export async function sendMail({ send, from }: TrackingMail, to: string, message: TrackingMessage): Promise<SendResult> {
  try {
    await send({ from, to: [to], id: `tracking_${message.id}`, ...mailOf(message) });
    return { ok: true, status: null, reason: null };
  } catch (error) {
    return { ok: false, status: null, reason: (error as Error).message };
  }
}

/** The name of a project must not add header lines. */
const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f]+/g, ' ');

export function mailOf({ project, total, text, alerts }: TrackingMessage): { readonly subject: string; readonly text: string } {
  const subject = total === 1 ? alerts[0]!.text : `${total} alerts`;
  return {
    subject: oneLine(`[Sextant] ${project.name}: ${subject}`),
    text: `${text}\n\nOpen the project in the dashboard to see all alerts, or to change its rules and delivery.`,
  };
}
