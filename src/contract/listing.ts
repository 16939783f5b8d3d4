// Object lists, exports and the timeline of one object: queries and responses.

import { DateTime, Nullable, OneOf } from './dialect.ts';
import { RESULT_TYPES } from './items.ts';
import { QUALITY_REASON_NAMES } from './quality.ts';
import Type, { type Static } from './schema.ts';
import { Attempt } from './serp.ts';
import { AI_SERVICES, ENGINES, EXPORT_FORMATS, KEYWORD_SOURCES, KINDS, MODES, PRIORITIES, VERDICTS } from './vocabulary.ts';

export const STATES = ['waiting', 'ready', 'faulty'] as const;
export type State = (typeof STATES)[number];
export const CALLBACK_STATES = ['none', 'pending', 'delivered', 'failed'] as const;
export type CallbackState = (typeof CALLBACK_STATES)[number];
export const EXPORT_CONTENTS = ['requests', 'results'] as const;
export type ExportContent = (typeof EXPORT_CONTENTS)[number];
/** Ids fit into the longest accepted request line. */
export const EXPORT_IDS_MAX = 200;
/** Engines, keyword sources and AI services. */
export const SOURCE_NAMES = [...new Set<string>([...ENGINES, ...KEYWORD_SOURCES, ...AI_SERVICES])];

const day = (description: string) =>
  Type.String({ description: `${description} A day, or a date and time.`, examples: ['2026-11-15', '2026-11-15T09:30:00Z'] });

/** Filters for objects. */
export const objectFilter = {
  kind: Type.Optional(OneOf(KINDS)),
  engine: Type.Optional(OneOf(SOURCE_NAMES, { description: 'The engine, keyword source or AI service.' })),
  region: Type.Optional(
    Type.String({ minLength: 1, maxLength: 300, description: 'A country code, a region’s id, or its name or canonical name.' }),
  ),
  state: Type.Optional(OneOf(STATES)),
  q: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Text in the keyword, the prompt or the URL.' })),
  from: Type.Optional(day('Created at this time or later.')),
  to: Type.Optional(day('Created before this time.')),
};
export const ObjectQuery = Type.Object({
  ...objectFilter,
  after: Type.Optional(Type.String({ pattern: '^[0-9a-f]{24}$', description: 'The `next` of the previous page.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
});
export type ObjectQuery = Static<typeof ObjectQuery>;
export const ExportQuery = Type.Object({
  ...objectFilter,
  ids: Type.Optional(
    Type.String({
      pattern: `^[0-9a-f]{24}(?:,[0-9a-f]{24}){0,${EXPORT_IDS_MAX - 1}}$`,
      description: `Only these objects: at most ${EXPORT_IDS_MAX} ids, separated by commas.`,
    }),
  ),
  content: Type.Optional(
    OneOf(EXPORT_CONTENTS, {
      default: 'requests',
      description:
        '`requests`: one row per object. `results`: one row per search result, keyword, AI answer or citation. Objects without results have one row.',
    }),
  ),
  include: Type.Optional(
    OneOf(['results'], { description: 'Short for `content=results&types=organic`: one row per organic result, and nothing else.' }),
  ),
  types: Type.Optional(
    Type.String({
      maxLength: 300,
      description: `Only rows of these types, separated by commas, with \`content=results\`. Objects without such a row are left out. Types: ${RESULT_TYPES.join(', ')}.`,
      examples: ['organic', 'organic,related'],
    }),
  ),
  format: Type.Optional(
    OneOf(EXPORT_FORMATS, {
      default: 'jsonl',
      description: '`parquet`: typed columns, compressed with Snappy. A file that was cut off is not readable.',
    }),
  ),
});
export type ExportQuery = Static<typeof ExportQuery>;

/** Additional filters of the admin API. */
export const operatorFilter = {
  account: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,8}$', description: 'Omitted: all accounts.' })),
  mode: Type.Optional(OneOf(MODES, { description: 'Default: live for one account, both modes for all accounts.' })),
};

export const ListedObject = Type.Object({
  id: Type.String(),
  kind: OneOf(KINDS),
  mode: OneOf(MODES),
  createdAt: DateTime('Creation time.'),
  engine: Type.Optional(Type.String({ description: 'The engine, keyword source or AI service.' })),
  region: Type.Optional(Type.String({ description: 'The region’s canonical name.' })),
  keyword: Type.Optional(Type.String({ description: 'The keyword, keywords, prompt or URL, cut to 300 characters.' })),
  priority: Type.Optional(OneOf(PRIORITIES)),
  cost: Type.Integer({ description: 'Credits charged. Charges for faulty objects were reversed.' }),
  state: OneOf(STATES),
  verdict: Type.Optional(OneOf(VERDICTS)),
  generatedAt: Type.Optional(DateTime('When the source was queried.')),
  callback: Type.Optional(OneOf(CALLBACK_STATES)),
  account: Type.Optional(Type.String({ description: 'Admin API only: the account id.' })),
});
export type ListedObject = Static<typeof ListedObject>;

export const ObjectList = Type.Object({
  items: Type.Array(ListedObject, { description: 'Newest first.' }),
  next: Nullable(
    Type.String({
      description:
        'Send it as `after` to get the next page. Null on the last page. Earlier pages may have fewer items than `limit`, or none.',
    }),
  ),
});
export type ObjectList = Static<typeof ObjectList>;

const instant = (description: string) => Type.String({ description, examples: ['2026-11-15T09:30:00.123+0000'] });
const anything = (description: string) => Type.Unsafe<object>({ type: 'object', additionalProperties: true, description });

export const STEPS = ['created', 'charged', 'queued', 'claimed', 'attempt', 'settled', 'reversed', 'callback'] as const;
export type StepName = (typeof STEPS)[number];

export const Step = Type.Object({
  at: Nullable(instant('Time of the step. Null: not recorded.')),
  what: OneOf(STEPS),
  detail: anything('Further facts about the step.'),
});
export type Step = Static<typeof Step>;

export const ObjectTimeline = Type.Object({
  id: Type.String(),
  kind: OneOf(KINDS),
  mode: OneOf(MODES),
  createdAt: DateTime('Creation time.'),
  request: anything('The request with all defaults applied.'),
  state: OneOf(STATES),
  verdict: Nullable(OneOf(VERDICTS)),
  error: Nullable(Type.String({ description: 'Why the object failed, as a sentence. Null unless it failed.' })),
  quality: Type.Optional(Nullable(Type.Number({ description: 'Only finished SERPs: the confidence in the result, from 0 to 1.' }))),
  qualityReasons: Type.Optional(Type.Array(OneOf(QUALITY_REASON_NAMES), { description: 'The evidence that lowered the quality.' })),
  callback: OneOf(CALLBACK_STATES),
  steps: Type.Array(Step, { description: 'Steps in chronological order.' }),
  ledger: Type.Array(
    Type.Object({
      at: instant('Time of the ledger entry.'),
      kind: OneOf(['charge', 'reversal']),
      amount: Type.Integer({ description: 'Charges are negative, reversals positive.' }),
      lot: Type.Optional(Type.String({ description: 'The lot that was charged or credited.' })),
    }),
  ),
  attempts: Type.Array(Attempt),
  deliveries: Type.Array(
    Type.Object({
      attempt: Type.Integer(),
      at: instant('End of the delivery attempt.'),
      status: Nullable(Type.Integer({ description: 'Null without an HTTP response.' })),
      ok: Type.Boolean(),
      reason: Nullable(Type.String()),
      ms: Type.Integer(),
    }),
  ),
  expiresAt: DateTime('Removal time.'),
  account: Type.Optional(Type.String({ description: 'Admin API only: the account id.' })),
});
export type ObjectTimeline = Static<typeof ObjectTimeline>;
