// Schemas of the admin API: the fleet with its nodes, their processes and warnings about drift.
import { DateTime, Nullable, OneOf } from './dialect.ts';
import Type, { type Static } from './schema.ts';

/** `main` starts and supervises the others. A single API process does that itself. */
export const PROCESS_ROLES = ['main', 'api', 'worker'] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];

export const NODE_STATES = ['active', 'draining', 'drained', 'silent'] as const;
export const FLEET_WARNINGS = ['version', 'setting', 'clock', 'silent'] as const;

/** Names appear in URLs and on the command line. */
export const NODE_NAME = '^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$';

const drainSeconds = Nullable(
  Type.Integer({ description: 'Estimated time until all running jobs have ended. Null: no drain, or unknown.' }),
);

export const FleetProcess = Type.Object({
  id: Type.String(),
  pid: Type.Integer(),
  role: OneOf(PROCESS_ROLES),
  version: Type.String(),
  startedAt: DateTime('Start time.'),
  seenSeconds: Type.Number({ description: 'Seconds since the last heartbeat.' }),
  silent: Type.Boolean({ description: 'No heartbeat for more than a minute.' }),
  clockSkewMs: Nullable(Type.Integer({ description: 'How far the clock is ahead of the database’s, at least. Null: not measured yet.' })),
  labels: Type.Array(Type.String()),
  concurrency: Nullable(Type.Integer({ description: 'Jobs that a worker may run at once.' })),
  running: Nullable(Type.Integer({ description: 'Jobs that a worker runs.' })),
  cpuShare: Nullable(Type.Number({ description: 'Used share of one core. Can exceed 1.' })),
  memoryMb: Nullable(Type.Integer()),
  drainingSince: Nullable(DateTime('Since when it claims no more jobs, because of a drain or a shutdown.')),
  drainSeconds,
  settingsDigest: Type.String({ description: 'Equal for processes with equal settings, apart from those of one machine.' }),
});
export type FleetProcess = Static<typeof FleetProcess>;

export const FleetNode = Type.Object({
  name: Type.String(),
  state: OneOf(NODE_STATES, { description: '`drained`: a drain is requested and no job runs any more.' }),
  running: Type.Integer({ description: 'Running jobs.' }),
  drainingSince: Nullable(DateTime('When the operator began the drain. Null: none, or only a shutdown.')),
  drainSeconds,
  processes: Type.Array(FleetProcess),
});
export type FleetNode = Static<typeof FleetNode>;

export const FleetWarning = Type.Object({
  kind: OneOf(FLEET_WARNINGS),
  setting: Nullable(Type.String({ description: 'The setting that differs.' })),
  nodes: Type.Array(Type.String()),
  message: Type.String(),
});
export type FleetWarning = Static<typeof FleetWarning>;

export const Fleet = Type.Object({
  at: DateTime('Time of these figures.'),
  nodes: Type.Array(FleetNode),
  warnings: Type.Array(FleetWarning),
});
export type Fleet = Static<typeof Fleet>;
