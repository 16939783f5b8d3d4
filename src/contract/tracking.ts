// Tracking: the vocabulary, projects and their schedules.
import { DateTime, EngineNameSchema, Nullable, OneOf } from './dialect.ts';
import Type, { type Static } from './schema.ts';
import { PRIORITIES } from './vocabulary.ts';

/** How a domain is matched: it and its subdomains, one host, pages below a path, or one page. `www.` never matters. */
export const MATCHES = ['site', 'host', 'prefix', 'url'] as const;
export type Match = (typeof MATCHES)[number];
export const SCHEDULES = ['manual', 'hours', 'weekdays', 'monthdays'] as const;
export type ScheduleKind = (typeof SCHEDULES)[number];
export const CATCH_UPS = ['latest', 'skip'] as const;
/** `paused` by its owner. The others by the service, which resumes the project when the cause is gone. */
export const PROJECT_STATES = ['active', 'paused', 'credits', 'limit', 'budget', 'key', 'plan'] as const;
export type ProjectState = (typeof PROJECT_STATES)[number];
export const DEVICES = ['desktop', 'mobile'] as const;
export type Device = (typeof DEVICES)[number];

/** The four states of a check. Only the first two say something about the position. */
export const CHECK_STATES = ['found', 'notFound', 'failed', 'skipped'] as const;
export type CheckState = (typeof CHECK_STATES)[number];
/** Outcomes of a due slot of one keyword. `open`: its check still runs. */
export const SLOT_OUTCOMES = ['open', 'done', 'faulty', 'missed', 'paused'] as const;
export type SlotOutcome = (typeof SLOT_OUTCOMES)[number];

/** Codes of stored points. The tens are the state: 0 judged, 1 failed, 2 skipped, 3 imported. Never reuse a number. */
export const POINT_CODES = {
  1: { state: 'found' },
  2: { state: 'notFound' },
  10: { state: 'failed', reason: 'unreachable' },
  11: { state: 'failed', reason: 'blocked' },
  12: { state: 'failed', reason: 'suspect' },
  13: { state: 'failed', reason: 'unparsed' },
  14: { state: 'failed', reason: 'deadline' },
  15: { state: 'failed', reason: 'deleted' },
  20: { state: 'skipped', reason: 'waiting' },
  21: { state: 'skipped', reason: 'credits' },
  22: { state: 'skipped', reason: 'limit' },
  23: { state: 'skipped', reason: 'budget' },
  24: { state: 'skipped', reason: 'key' },
  25: { state: 'skipped', reason: 'plan' },
  31: { state: 'found', imported: true },
  32: { state: 'notFound', imported: true },
} as const satisfies Readonly<Record<number, { state: CheckState; reason?: string; imported?: true }>>;
export type PointCode = keyof typeof POINT_CODES;
/**
 * Reasons of skipped checks. The last three come from the slot: its owner paused the project, the service was down, or the
 * next slot began before the window ended.
 */
export const SKIP_REASONS = ['waiting', 'credits', 'limit', 'budget', 'key', 'plan', 'paused', 'downtime', 'nextSlot'] as const;
export const FAILURE_REASONS = ['unreachable', 'blocked', 'suspect', 'unparsed', 'deadline', 'deleted'] as const;

/** Elements of a result page besides organic results. The index is the bit in stored points. Append only, at most 15. */
export const FEATURES = [
  'aiAnswer',
  'featuredSnippet',
  'answerBox',
  'knowledgePanel',
  'localPack',
  'peopleAlsoAsk',
  'images',
  'videos',
  'news',
  'posts',
  'ads',
  'shopping',
  'sitelinks',
] as const;
export type Feature = (typeof FEATURES)[number];

/** Limits of one project and one request. */
export const COMPETITORS_MAX = 20;
export const KEYWORDS_AT_ONCE_MAX = 1000;
export const KEYWORD_CHARACTERS_MAX = 300;
export const TAGS_MAX = 20;
export const TOP_MAX = 20;

const host = (description: string) => Type.String({ minLength: 3, maxLength: 2048, description, examples: ['shop.example'] });
export const tag = Type.String({ minLength: 1, maxLength: 50 });

export const TrackedDomain = Type.Object({
  domain: host('A host, or with `prefix` and `url` a URL without scheme.'),
  match: Type.Optional(OneOf(MATCHES, { default: 'site' })),
});
export type TrackedDomain = Static<typeof TrackedDomain>;

export const Competitor = Type.Object({ domain: host('Subdomains are included.'), name: Type.Optional(Type.String({ maxLength: 100 })) });

export const Schedule = Type.Object({
  every: OneOf(SCHEDULES, { description: '`hours`: every n hours, in UTC. `weekdays` and `monthdays`: in the time zone.' }),
  hours: Type.Optional(Type.Integer({ minimum: 1, maximum: 168, description: 'For `hours`. Default: 1.' })),
  weekdays: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { minItems: 1, maxItems: 7, description: '1 is Monday. Default: all.' }),
  ),
  monthdays: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1, maximum: 31 }), {
      minItems: 1,
      maxItems: 31,
      description: 'A month without the day uses its last day.',
    }),
  ),
  at: Type.Optional(
    Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description: 'Local time at which the window begins. Default: 06:00.' }),
  ),
  timeZone: Type.Optional(Type.String({ maxLength: 64, description: 'IANA name. Default: UTC.', examples: ['Europe/Berlin'] })),
  windowMinutes: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 1440, description: 'Checks are spread evenly over it. Default: 240, at most one period.' }),
  ),
  catchUp: Type.Optional(OneOf(CATCH_UPS, { description: 'After downtime: run the latest missed slot, or none. Default: latest.' })),
  deep: Type.Optional(
    Type.Object({
      weekday: Type.Integer({ minimum: 1, maximum: 7 }),
      maxResults: Type.Integer({ minimum: 10, maximum: 100, multipleOf: 10 }),
    }),
  ),
});
export type Schedule = Static<typeof Schedule>;

/** Engine, region and language. With the keyword and the device they identify a series; changing one starts another. */
export const variantFields = {
  searchEngine: Type.Optional(EngineNameSchema()),
  region: Type.Optional(Type.Unsafe<string | number>({ anyOf: [{ type: 'string' }, { type: 'integer' }], description: 'As for SERPs.' })),
  language: Type.Optional(Type.String({ maxLength: 10 })),
};

export const ProjectDefaults = Type.Object({
  ...variantFields,
  devices: Type.Optional(Type.Array(OneOf(DEVICES), { minItems: 1, maxItems: 2, description: 'Default: desktop.' })),
  maxResults: Type.Optional(Type.Integer({ minimum: 10, maximum: 100, multipleOf: 10, description: 'Depth of a check. Default: 10.' })),
  priority: Type.Optional(OneOf(PRIORITIES, { description: 'Of scheduled checks. Default: LOW.' })),
});

const projectFields = {
  name: Type.String({ minLength: 1, maxLength: 100 }),
  domains: Type.Array(TrackedDomain, { minItems: 1, maxItems: 10 }),
  competitors: Type.Optional(Type.Array(Competitor, { maxItems: COMPETITORS_MAX })),
  brandTerms: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 50 })),
  defaults: Type.Optional(ProjectDefaults),
  schedule: Type.Optional(Schedule),
  top: Type.Optional(
    Type.Integer({ minimum: 0, maximum: TOP_MAX, description: 'Number of first results whose URLs are stored. Default: 10.' }),
  ),
  retries: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 3, description: 'Further tries of a faulty check within its slot. Default: 2.' }),
  ),
  curve: Type.Optional(
    Type.Object({
      name: Type.String({ maxLength: 50 }),
      shares: Type.Array(Type.Number({ minimum: 0, maximum: 1 }), {
        minItems: 1,
        maxItems: 100,
        description: 'Click shares of positions 1, 2, ….',
      }),
      aiFactor: Type.Optional(Type.Number({ minimum: 0, maximum: 1, description: 'Applied where the page has an AI answer.' })),
    }),
  ),
  notes: Type.Optional(Type.String({ maxLength: 2000 })),
};

export const NewProject = Type.Object(projectFields, { $id: 'NewProject', title: 'NewProject' });
export type NewProject = Static<typeof NewProject>;
export const ProjectChange = Type.Object(
  {
    ...projectFields,
    name: Type.Optional(projectFields.name),
    domains: Type.Optional(projectFields.domains),
    state: Type.Optional(OneOf(['active', 'paused'])),
  },
  { $id: 'ProjectChange', title: 'ProjectChange' },
);
export type ProjectChange = Static<typeof ProjectChange>;

export const Forecast = Type.Object({
  checksPerMonth: Type.Integer({ description: 'Due checks in the next 30 days.' }),
  creditsPerMonth: Type.Integer({ description: 'Their price at today’s prices, without retries, which are charged only if they succeed.' }),
  balance: Nullable(Type.Integer({ description: 'Null for a key without the scope `read`.' })),
  lastsUntil: Nullable(DateTime('When the balance is used up by this project alone. Null: not within a year.')),
});
export type Forecast = Static<typeof Forecast>;

export const Project = Type.Object(
  {
    id: Type.String(),
    ...projectFields,
    state: OneOf(PROJECT_STATES),
    stateSince: DateTime('Time of the last change of the state.'),
    keywords: Type.Integer({ description: 'Number of tracked keywords.' }),
    enabledKeywords: Type.Integer(),
    nextAt: Nullable(DateTime('Start of the next slot. Null: none.')),
    createdAt: DateTime('Creation time.'),
    forecast: Forecast,
  },
  { $id: 'Project', title: 'Project' },
);
export type Project = Static<typeof Project>;
