// Schemas of the admin API: the sources of each engine, switching them off, and testing one.
import { DateTime, EngineNameSchema, Nullable, OneOf } from './dialect.ts';
import Type, { type Static } from './schema.ts';
import { MODES } from './vocabulary.ts';

/** Names of sources appear in URLs. */
export const SOURCE_NAME = '^[A-Za-z0-9][A-Za-z0-9.-]{0,62}$';

export const SourceCooldown = Type.Object({
  mode: OneOf(MODES),
  seconds: Type.Integer({ description: 'Time left in the process that waits longest.' }),
  reason: Type.String(),
  processes: Type.Integer({ description: 'Processes in which the source is paused.' }),
});

export const ConfiguredSource = Type.Object({
  name: Type.String(),
  disabledSince: Nullable(DateTime('When an operator or canaries switched it off. Null: it is on.')),
  disabledBy: Nullable(Type.String({ description: 'The operator who switched it off, or `canaries`.' })),
  cooldowns: Type.Array(SourceCooldown),
});
export type ConfiguredSource = Static<typeof ConfiguredSource>;

export const MissingSource = Type.Object({
  name: Type.String(),
  settings: Type.Array(Type.String(), { description: 'Settings that would enable it.' }),
});
export type MissingSource = Static<typeof MissingSource>;

export const EngineSources = Type.Object({
  engine: EngineNameSchema(),
  sources: Type.Array(ConfiguredSource, { description: 'In the order in which they are queried.' }),
  missing: Type.Array(MissingSource, { description: 'Sources without their settings.' }),
  advice: Nullable(Type.String({ description: 'What to change. Null: nothing.' })),
});
export type EngineSources = Static<typeof EngineSources>;

export const SourceList = Type.Object({ engines: Type.Array(EngineSources) });
export type SourceList = Static<typeof SourceList>;

export const SourceTest = Type.Object({
  source: Type.Optional(Type.String({ pattern: SOURCE_NAME, description: 'Omitted: the first source of the route.' })),
  keyword: Type.Optional(Type.String({ minLength: 1, maxLength: 200, default: 'weather' })),
  region: Type.Optional(Type.String({ minLength: 1, maxLength: 200, default: 'US' })),
});
export type SourceTest = Static<typeof SourceTest>;

export const SourceTestResult = Type.Object({
  source: Nullable(Type.String({ description: 'The source that was queried. Null: none is available.' })),
  outcome: Type.String({ description: 'The outcome of the attempt, as in `attempts` of an object.' }),
  ms: Type.Integer({ description: 'Duration in milliseconds.' }),
  results: Type.Integer({ description: 'Number of organic results.' }),
  titles: Type.Array(Type.String(), { description: 'Titles of the first results.' }),
  error: Nullable(Type.String({ description: 'Why it failed. Null: it did not.' })),
});
export type SourceTestResult = Static<typeof SourceTestResult>;
