// Lists of objects and the life of one: what is asked, and what is answered.
import Type, { type Static } from 'typebox';
import { DateTime, Nullable, OneOf } from './dialect.ts';
import { Attempt } from './serp.ts';
import { AI_SERVICES, ENGINES, KEYWORD_SOURCES, KINDS, MODES, PRIORITIES, VERDICTS } from './vocabulary.ts';

export const STATES = ['waiting', 'ready', 'faulty'] as const;
export type State = (typeof STATES)[number];
export const CALLBACK_STATES = ['none', 'pending', 'delivered', 'failed'] as const;
export type CallbackState = (typeof CALLBACK_STATES)[number];
export const EXPORT_FORMATS = ['jsonl', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
/** Engines, keyword sources and AI services: whoever can be asked. */
export const ASKED = [...new Set<string>([...ENGINES, ...KEYWORD_SOURCES, ...AI_SERVICES])];

const day = (description: string) =>
  Type.String({ description: `${description} A day, or a date and time.`, examples: ['2026-11-15', '2026-11-15T09:30:00Z'] });

/** What objects can be found by. */
export const objectFilter = {
  kind: Type.Optional(OneOf(KINDS)),
  engine: Type.Optional(OneOf(ASKED, { description: 'The engine, keyword source or AI service.' })),
  region: Type.Optional(
    Type.String({ minLength: 1, maxLength: 300, description: 'A country code, a region’s id, or its name or canonical name.' }),
  ),
  state: Type.Optional(OneOf(STATES)),
  q: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Text in the keyword, the prompt or the address.' })),
  from: Type.Optional(day('Made then or later.')),
  to: Type.Optional(day('Made before then.')),
};
export const ObjectQuery = Type.Object({
  ...objectFilter,
  after: Type.Optional(Type.String({ pattern: '^[0-9a-f]{24}$', description: 'The `next` of the page before.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
});
export type ObjectQuery = Static<typeof ObjectQuery>;
export const ExportQuery = Type.Object({ ...objectFilter, format: Type.Optional(OneOf(EXPORT_FORMATS, { default: 'jsonl' })) });
export type ExportQuery = Static<typeof ExportQuery>;

/** The operator looks over all accounts, or into one. */
export const operatorFilter = {
  account: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,8}$', description: 'One account; all of them when omitted.' })),
  mode: Type.Optional(OneOf(MODES, { description: 'Of one account: live unless said; of all: both.' })),
};

export const ListedObject = Type.Object({
  id: Type.String(),
  kind: OneOf(KINDS),
  mode: OneOf(MODES),
  createdAt: DateTime('When it was requested.'),
  engine: Type.Optional(Type.String({ description: 'The engine, keyword source or AI service.' })),
  region: Type.Optional(Type.String({ description: 'The region’s canonical name.' })),
  keyword: Type.Optional(Type.String({ description: 'The keyword, keywords, prompt or address; at most 300 characters of it.' })),
  priority: Type.Optional(OneOf(PRIORITIES)),
  cost: Type.Integer({ description: 'Credits charged; those of faulty objects were given back.' }),
  state: OneOf(STATES),
  verdict: Type.Optional(OneOf(VERDICTS)),
  generatedAt: Type.Optional(DateTime('When the source was asked.')),
  callback: Type.Optional(OneOf(CALLBACK_STATES)),
  account: Type.Optional(Type.String({ description: 'For the operator: whose it is.' })),
});
export type ListedObject = Static<typeof ListedObject>;

export const ObjectList = Type.Object({
  items: Type.Array(ListedObject, { description: 'The newest first.' }),
  next: Nullable(
    Type.String({
      description: 'Send it as `after` to go on; null at the end. A page may hold less than asked for, even nothing, before it.',
    }),
  ),
});
export type ObjectList = Static<typeof ObjectList>;

const instant = (description: string) => Type.String({ description, examples: ['2026-11-15T09:30:00.123+0000'] });
const anything = (description: string) => Type.Unsafe<object>({ type: 'object', additionalProperties: true, description });

export const STEPS = ['created', 'charged', 'queued', 'claimed', 'attempt', 'settled', 'reversed', 'callback'] as const;
export type StepName = (typeof STEPS)[number];

export const Step = Type.Object({
  at: Nullable(instant('When; null where nobody wrote it down.')),
  what: OneOf(STEPS),
  detail: anything('What else is known of it.'),
});
export type Step = Static<typeof Step>;

export const ObjectTimeline = Type.Object({
  id: Type.String(),
  kind: OneOf(KINDS),
  mode: OneOf(MODES),
  createdAt: DateTime('When it was requested.'),
  request: anything('The request with all defaults applied.'),
  state: OneOf(STATES),
  verdict: Nullable(OneOf(VERDICTS)),
  error: Nullable(Type.String({ description: 'Why it failed, as a sentence; null unless it did.' })),
  callback: OneOf(CALLBACK_STATES),
  steps: Type.Array(Step, { description: 'What happened, in its order.' }),
  ledger: Type.Array(
    Type.Object({
      at: instant('When it was booked.'),
      kind: OneOf(['charge', 'reversal']),
      amount: Type.Integer({ description: 'Charges are negative, reversals positive.' }),
      lot: Type.Optional(Type.String({ description: 'The lot of credits that it came from or went back to.' })),
    }),
  ),
  attempts: Type.Array(Attempt),
  deliveries: Type.Array(
    Type.Object({
      attempt: Type.Integer(),
      at: instant('When it ended.'),
      status: Nullable(Type.Integer({ description: 'Null when there was no HTTP answer.' })),
      ok: Type.Boolean(),
      reason: Nullable(Type.String()),
      ms: Type.Integer(),
    }),
  ),
  expiresAt: DateTime('When it will be removed.'),
  account: Type.Optional(Type.String({ description: 'For the operator: whose it is.' })),
});
export type ObjectTimeline = Static<typeof ObjectTimeline>;
