-- Fleet: the processes of all nodes, as they report themselves, and the nodes that operators drain.

-- One row per running process, written every 5 s. A process that ends removes its row.
create table processes (
  id text collate "C" primary key,
  node text collate "C" not null,
  role text not null check (role in ('main', 'api', 'worker')),
  version text not null,
  pid integer not null,
  started_at timestamptz not null,
  seen_at timestamptz not null default now(),
  -- How far the clock of the node is ahead of the database's.
  skew_ms integer,
  labels text[] not null,
  -- Null for processes that run no jobs.
  concurrency integer,
  running integer,
  -- Share of one core since the previous report.
  cpu_share double precision,
  memory_mb integer,
  -- Set by the process itself, once it claims no more jobs.
  draining_since timestamptz,
  drain_seconds integer,
  settings_digest text not null,
  -- Settings that differ from their defaults. Secrets are keyed digests; null without the key.
  settings json not null,
  secrets json,
  -- Circuits that are open in this process, with the reason. Null for processes that query no sources.
  cooldowns json
) with (fillfactor = 50);

create table drained_nodes (
  node text collate "C" primary key,
  since timestamptz not null default now()
);

-- Sources that operators switched off, by engine. Every heartbeat reads them.
create table disabled_sources (
  engine text collate "C" not null,
  source text collate "C" not null,
  since timestamptz not null default now(),
  set_by text not null,
  primary key (engine, source)
);
