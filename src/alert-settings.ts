// Settings of the time series, the alert rules and their channels.
import { PRIORITIES } from './contract/vocabulary.ts';
import { fail, integer, list, number, numbers, optional, type Setting } from './setting.ts';

const isUrlOf =
  (...schemes: readonly string[]) =>
  (text: string): boolean => {
    try {
      const { protocol, hostname } = new URL(text);
      return schemes.includes(protocol) && hostname !== '';
    } catch {
      return false;
    }
  };

const url = (isValid: (text: string) => boolean, expected: string, reason: string): Setting<string | null> => ({
  ...optional(reason, true),
  read: (given) => (isValid(given) ? given : fail(`must be ${expected}`)),
});

/** 24 bytes or more in base64, as Standard Webhooks requires. */
const WEBHOOK_SECRET = /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/;
const isMailAddress = (text: string): boolean => /^[^\s@<>,;"]+@[A-Za-z0-9.-]+$/.test(text);

export const alertSettings = {
  SERIES_DAYS: integer(
    30,
    2,
    3650,
    'How long the time series of the console are stored per hour. Values per minute are stored for 2 days.',
  ),
  ALERT_SUCCESS_PERCENT: number(50, 0, 100, 'Alert when fewer runs of an engine succeed than this, in percent. 0 disables the rule.'),
  ALERT_SUCCESS_MINUTES: integer(5, 1, 29, 'Period of ALERT_SUCCESS_PERCENT.'),
  ALERT_SUCCESS_RUNS_MIN: integer(5, 1, 1_000_000, 'Runs of an engine that ALERT_SUCCESS_PERCENT needs at least within its period.'),
  ALERT_QUEUE_SECONDS: numbers(
    [14_400, 3600, 120, 60],
    PRIORITIES.length,
    'Alert when the oldest live object is older than this, for LOW, NORMAL, REALTIME, INSTANT.',
  ),
  ALERT_CALLBACKS_FAILING: integer(10, 0, 1_000_000, 'Alert when this many callbacks to one host fail. 0 disables the rule.'),
  ALERT_DISK_PERCENT: number(90, 0, 100, 'Alert when the disk of DATA_DIR is fuller than this, in percent. 0 disables the rule.'),
  ALERT_BACKUP_HOURS: number(
    26,
    0,
    8760,
    'Alert when the last sextant backup is older than this. Applies to the embedded database, with MODE=production or after the first backup. 0 disables the rule.',
  ),
  ALERT_YIELD_PERCENT: number(
    60,
    0,
    100,
    'Alert when a parser finds less than this share of its usual yield, in percent. 0 disables the rule.',
  ),
  ALERT_AGREEMENT_PERCENT: number(
    60,
    0,
    100,
    'Alert when two sources agree less than this share of their usual agreement, in percent. 0 disables this limit.',
  ),
  ALERT_AGREEMENT_MIN_PERCENT: number(
    10,
    0,
    100,
    'Alert when two sources agree less than this, in percent, whatever is usual. 0 disables this limit.',
  ),
  ALERT_AGREEMENT_PAIRS_MIN: integer(10, 1, 1_000_000, 'Cross-checks within the last hour that these two limits need at least.'),
  ALERT_QUALITY_PERCENT: number(
    20,
    0,
    100,
    'Alert when more results of an engine than this have a low quality within an hour, in percent, and at least twice as many as usual. 0 disables the rule.',
  ),
  ALERT_BUDGET_PERCENT: number(
    80,
    0,
    100,
    'Alert when more of a daily provider budget is spent than this, in percent. 0 disables the rule.',
  ),
  ALERT_WEBHOOK_URL: url(
    isUrlOf('https:', 'http:'),
    'an http or https URL',
    'Send alerts to this URL, signed like callbacks. It may be in a private network. Needs ALERT_WEBHOOK_SECRET.',
  ),
  ALERT_WEBHOOK_SECRET: {
    ...optional('Signing secret for ALERT_WEBHOOK_URL: whsec_ and at least 24 bytes in base64.', true),
    read: (given: string) => (WEBHOOK_SECRET.test(given) ? given : fail('must be whsec_ and at least 24 bytes in base64')),
  } satisfies Setting<string | null>,
  ALERT_SMTP_URL: url(
    isUrlOf('smtp:', 'smtps:'),
    'a URL such as smtps://user:password@mail.example',
    'Send alerts by email through this server: smtps://user:password@host, or smtp://host:587 with STARTTLS. Needs ALERT_MAIL_TO.',
  ),
  ALERT_MAIL_TO: list(isMailAddress, 'email addresses', 'Recipients (comma-separated) of alerts by email.'),
  ALERT_MAIL_FROM: {
    ...optional('Sender of alerts by email. Default: the first recipient.'),
    read: (given: string) => (isMailAddress(given) ? given : fail('must be an email address')),
  } satisfies Setting<string | null>,
} as const;

/** Returns why the channels of the alerts cannot be used, or null. */
export function alertConflict(settings: Readonly<Record<string, unknown>>): string | null {
  const { ALERT_WEBHOOK_URL, ALERT_WEBHOOK_SECRET, ALERT_SMTP_URL, ALERT_MAIL_TO } = settings;
  if (ALERT_WEBHOOK_URL !== null && ALERT_WEBHOOK_SECRET === null)
    return 'ALERT_WEBHOOK_URL needs ALERT_WEBHOOK_SECRET, because alerts are signed';
  const hasRecipients = (ALERT_MAIL_TO as readonly string[]).length > 0;
  if (ALERT_SMTP_URL !== null && !hasRecipients) return 'ALERT_SMTP_URL needs ALERT_MAIL_TO';
  return ALERT_SMTP_URL === null && hasRecipients ? 'ALERT_MAIL_TO needs ALERT_SMTP_URL' : null;
}
