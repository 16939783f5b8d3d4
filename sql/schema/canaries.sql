-- Canaries: questions with known answers, their state at each source, and the log of their runs.

-- The shipped list with the operator's changes. API processes publish it, so that workers need neither the files nor the list of regions.
create table canaries (
  id text collate "C" primary key,
  -- An engine, or a lookup: `whois` or `technologies`.
  engine text collate "C" not null,
  definition json not null
);

-- One row per source that canaries test. A run locks all rows of its engine, because the last working source is not switched off.
create table canary_sources (
  engine text collate "C" not null,
  source text collate "C" not null,
  -- What the rules of `business/canaries/rules.ts` need of earlier runs.
  history json not null default '{}',
  -- Null while the source passes or is untested.
  failing_since timestamptz,
  -- Why the last failed run failed, as a sentence.
  reason text,
  -- The next run that nobody requested starts at this time at the earliest.
  next_run_at timestamptz not null default now(),
  -- When canaries switched it off: the `since` of the row in `disabled_sources`.
  switched_off_at timestamptz,
  primary key (engine, source)
) with (fillfactor = 50);

create table canary_states (
  engine text collate "C" not null,
  source text collate "C" not null,
  canary text collate "C" not null,
  due_at timestamptz not null,
  -- An operator requested a run at once.
  requested_at timestamptz,
  -- A process runs it. After this time the process counts as dead, and another one may claim it.
  claimed_until timestamptz,
  claimed_by text,
  last_at timestamptz,
  last_outcome text check (last_outcome in ('passed', 'failed', 'inconclusive')),
  last_reason text,
  -- Written about once per hour while a worker has the source. Rows that no worker has are removed.
  seen_at timestamptz not null default now(),
  primary key (engine, source, canary)
) with (fillfactor = 50);

create table canary_runs (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  engine text collate "C" not null,
  source text collate "C" not null,
  canary text collate "C" not null,
  outcome text not null check (outcome in ('passed', 'failed', 'inconclusive')),
  reason text,
  -- The outcome as in `attempts` of an object.
  attempt text not null,
  ms integer not null
);
create index canary_runs_source on canary_runs (engine, source, id);
create index canary_runs_at on canary_runs (at);
