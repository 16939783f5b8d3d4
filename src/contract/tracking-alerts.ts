// Tracking: alert rules, alerts, notes and shared reports.
import { DateTime, Nullable, OneOf } from './dialect.ts';
import Type, { type Static } from './schema.ts';
import { FEATURES, tag } from './tracking.ts';

/** What a rule can watch for. */
export const RULE_KINDS = [
  'dropped',
  'gained',
  'leftTop',
  'enteredTop',
  'lost',
  'found',
  'featureLost',
  'featureWon',
  'citationLost',
  'citationWon',
  'overtaken',
  'pageChanged',
  'otherPage',
  'failing',
] as const;
export type RuleKind = (typeof RULE_KINDS)[number];
/** Alerts of the service, without a rule. */
export const SERVICE_KINDS = ['paused', 'resumed', 'runFailed', 'nothingChecked'] as const;
export const ALERT_KINDS = [...RULE_KINDS, ...SERVICE_KINDS] as const;
export type TrackingAlertKind = (typeof ALERT_KINDS)[number];

const localTime = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' });

export const RuleSettings = Type.Object({
  kinds: Type.Array(OneOf(RULE_KINDS), { minItems: 1, maxItems: RULE_KINDS.length }),
  positions: Type.Optional(
    Type.Object(
      {
        top10: Type.Integer({ minimum: 1, maximum: 100 }),
        top30: Type.Integer({ minimum: 1, maximum: 100 }),
        below: Type.Integer({ minimum: 1, maximum: 100 }),
      },
      { description: 'Smallest change of `dropped` and `gained`, by the better of both positions. Default: 3, 5, 10.' },
    ),
  ),
  top: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'For `leftTop` and `enteredTop`. Default: 10.' })),
  features: Type.Optional(Type.Array(OneOf(FEATURES), { maxItems: FEATURES.length, description: 'Default: all.' })),
  failures: Type.Optional(Type.Integer({ minimum: 1, maximum: 30, description: 'Failed checks in a row, for `failing`. Default: 3.' })),
  tags: Type.Optional(Type.Array(tag, { maxItems: 20, description: 'Only keywords with one of these tags.' })),
  starredOnly: Type.Optional(Type.Boolean()),
  volumeMin: Type.Optional(Type.Integer({ minimum: 0 })),
  confirm: Type.Optional(Type.Integer({ minimum: 1, maximum: 2, description: '2: the condition must hold in two checks. Default: 1.' })),
  cooldownHours: Type.Optional(Type.Integer({ minimum: 0, maximum: 720, description: 'Per keyword and kind. Default: 20.' })),
});
export type RuleSettings = Static<typeof RuleSettings>;

export const NewRule = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    enabled: Type.Optional(Type.Boolean()),
    settings: RuleSettings,
  },
  { $id: 'NewRule', title: 'NewRule' },
);
export type NewRule = Static<typeof NewRule>;
export const Rule = Type.Object(
  { id: Type.String(), name: Type.String(), enabled: Type.Boolean(), settings: RuleSettings, createdAt: DateTime('Creation time.') },
  { $id: 'Rule', title: 'Rule' },
);
export type Rule = Static<typeof Rule>;

/** How the alerts of a project are delivered. They are always in the dashboard, and in the event feed when its reader asks for them. */
export const AlertDelivery = Type.Object(
  {
    webhook: Type.Optional(Type.String({ maxLength: 2048, description: 'Signed like callbacks, with the account’s secret.' })),
    emails: Type.Optional(Type.Array(Type.String({ maxLength: 254 }), { maxItems: 10, description: 'Needs SMTP on the server.' })),
    when: Type.Optional(OneOf(['atOnce', 'daily', 'weekly'], { default: 'atOnce' })),
    at: Type.Optional(localTime),
    weekday: Type.Optional(Type.Integer({ minimum: 1, maximum: 7 })),
    quietFrom: Type.Optional(localTime),
    quietTo: Type.Optional(localTime),
  },
  { $id: 'AlertDelivery', title: 'AlertDelivery' },
);
export type AlertDelivery = Static<typeof AlertDelivery>;

const side = Type.Object({
  slot: Type.String(),
  position: Nullable(Type.Integer()),
  depth: Type.Integer(),
  url: Nullable(Type.String()),
});

export const TrackingAlert = Type.Object(
  {
    id: Type.String(),
    kind: OneOf(ALERT_KINDS),
    at: DateTime('When the check was recorded.'),
    project: Type.Object({ id: Type.String(), name: Type.String() }),
    rule: Nullable(Type.Object({ id: Type.String(), name: Type.String() })),
    keyword: Nullable(
      Type.Object({
        id: Type.String(),
        keyword: Type.String(),
        searchEngine: Type.String(),
        region: Type.String(),
        language: Type.String(),
        device: Type.String(),
        tags: Type.Array(Type.String()),
      }),
    ),
    before: Nullable(side),
    after: Nullable(side),
    change: Nullable(Type.Integer()),
    competitor: Nullable(Type.String()),
    feature: Nullable(OneOf(FEATURES)),
    reason: Nullable(Type.String()),
    objectId: Nullable(Type.String()),
    text: Type.String({ description: 'The alert as a sentence.' }),
    read: Type.Boolean(),
  },
  { $id: 'TrackingAlert', title: 'TrackingAlert' },
);
export type TrackingAlert = Static<typeof TrackingAlert>;
export const TrackingAlertList = Type.Object({
  items: Type.Array(Type.Unsafe<TrackingAlert>(Type.Ref('TrackingAlert')), { description: 'Newest first.' }),
  next: Nullable(Type.String()),
});

/** The body of a webhook and of an event: one group of alerts. */
export const TrackingMessage = Type.Object(
  {
    id: Type.String(),
    type: OneOf(['tracking']),
    timestamp: DateTime('When the group was closed.'),
    project: Type.Object({ id: Type.String(), name: Type.String() }),
    text: Type.String({ description: 'For Slack and Discord.' }),
    total: Type.Integer({ description: 'Alerts in the group.' }),
    counts: Type.Record(Type.String(), Type.Integer(), { description: 'Alerts by kind.' }),
    alerts: Type.Array(Type.Unsafe<TrackingAlert>(Type.Ref('TrackingAlert')), { description: 'At most 25, the most important first.' }),
  },
  { $id: 'TrackingMessage', title: 'TrackingMessage' },
);
export type TrackingMessage = Static<typeof TrackingMessage>;

export const NewNote = Type.Object({
  day: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
  text: Type.String({ minLength: 1, maxLength: 500 }),
  keywordIds: Type.Optional(Type.Array(Type.String({ pattern: '^[1-9]\\d{0,9}$' }), { maxItems: 1000 })),
});
export type NewNote = Static<typeof NewNote>;
export const Note = Type.Object({
  id: Type.String(),
  day: Type.String(),
  text: Type.String(),
  keywordIds: Nullable(Type.Array(Type.String())),
});
export type Note = Static<typeof Note>;

export const SHARE_SECTIONS = ['summary', 'keywords', 'competitors', 'movers', 'features', 'pages'] as const;
export const NewShare = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100 }),
  sections: Type.Array(OneOf(SHARE_SECTIONS), { minItems: 1, maxItems: SHARE_SECTIONS.length }),
  tags: Type.Optional(Type.Array(tag, { maxItems: 20, description: 'Only keywords with one of these tags.' })),
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 400, default: 30 })),
  title: Type.Optional(Type.String({ maxLength: 100, description: 'Name at the top of the report. Default: the project’s.' })),
  expiresAt: Type.Optional(Type.String({ maxLength: 40 })),
});
export type NewShare = Static<typeof NewShare>;
export const Share = Type.Object({
  id: Type.String(),
  name: Type.String(),
  sections: Type.Array(OneOf(SHARE_SECTIONS)),
  tags: Type.Array(Type.String()),
  days: Type.Integer(),
  title: Nullable(Type.String()),
  createdAt: DateTime('Creation time.'),
  expiresAt: Nullable(DateTime('End of the link.')),
  usedAt: Nullable(DateTime('Last use, to the minute.')),
  token: Type.Optional(Type.String({ description: 'Only in the response that creates the link.' })),
  url: Type.Optional(Type.String({ description: 'Path of the report, with the token.' })),
});
export type Share = Static<typeof Share>;
