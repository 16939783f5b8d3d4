// Schemas of the admin API: alerts with their messages and silences.
import { DateTime, Nullable, OneOf } from './dialect.ts';
import Type, { type Static } from './schema.ts';

export const ALERT_RULES = [
  'engineSuccess',
  'queueAge',
  'callbacksFailing',
  'ledgerMismatch',
  'diskFull',
  'backupMissing',
  'parserYield',
  'agreementLow',
  'qualityLow',
  'providerBudget',
  'canaryFailing',
  'layoutCase',
] as const;
export type AlertRule = (typeof ALERT_RULES)[number];

export const ALERT_SEVERITIES = ['critical', 'warning'] as const;
export type AlertSeverity = (typeof ALERT_SEVERITIES)[number];
export const ALERT_EVENTS = ['opened', 'resolved'] as const;
export type AlertEvent = (typeof ALERT_EVENTS)[number];
export const ALERT_CHANNELS = ['webhook', 'email'] as const;
export type AlertChannel = (typeof ALERT_CHANNELS)[number];

const subject = Type.String({
  description: 'An engine, engine and source, pair of sources, host, node, priority or provider. Empty for the whole installation.',
  maxLength: 255,
});

export const Alert = Type.Object({
  id: Type.String(),
  rule: OneOf(ALERT_RULES),
  subject,
  severity: OneOf(ALERT_SEVERITIES),
  summary: Type.String({ description: 'What is wrong, as a sentence.' }),
  openedAt: DateTime('When the condition was first met.'),
  seenAt: DateTime('When the condition was last met, or the first check after a pause of the checks.'),
  resolvedAt: Nullable(DateTime('When the condition was no longer met. Null while the alert is open.')),
  acknowledgedAt: Nullable(DateTime('When an operator acknowledged it.')),
  acknowledgedBy: Nullable(Type.String({ description: 'The operator’s name.' })),
  silencedUntil: Nullable(DateTime('End of the silence. Null: messages are sent.')),
  messages: Type.Array(
    Type.Object({
      event: OneOf(ALERT_EVENTS),
      channel: OneOf(ALERT_CHANNELS),
      attempts: Type.Integer(),
      deliveredAt: Nullable(DateTime('Time of delivery. Null: not delivered.')),
      reason: Nullable(Type.String({ description: 'Why the last attempt failed.' })),
    }),
  ),
});
export type Alert = Static<typeof Alert>;

export const AlertList = Type.Object({
  checkedAt: DateTime('When the rules were last checked.'),
  channels: Type.Array(OneOf(ALERT_CHANNELS), { description: 'Configured channels.' }),
  open: Type.Array(Alert, { description: 'Open alerts, critical ones first.' }),
  history: Type.Array(Alert, { description: 'Resolved alerts, newest first, at most 200.' }),
});
export type AlertList = Static<typeof AlertList>;

export const AlertSilence = Type.Object({
  minutes: Type.Integer({ minimum: 0, maximum: 43_200, description: 'Length of the silence. 0 ends it.' }),
});
export type AlertSilence = Static<typeof AlertSilence>;
