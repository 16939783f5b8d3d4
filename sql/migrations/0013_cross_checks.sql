-- backward-compatible: two new tables, new functions, and functions whose parameters stay the same.

-- Calls for cross-checks, for the daily budget of an engine in the whole fleet.
create table cross_check_days (
  engine text collate "C" not null,
  day date not null,
  calls bigint not null default 0,
  primary key (engine, day)
) with (fillfactor = 50);

-- The newest cross-checks with little agreement. Only hosts are stored, no URLs and no texts.
create table cross_check_differences (
  object_id text collate "C" primary key,
  engine text collate "C" not null,
  -- In alphabetical order.
  source_a text collate "C" not null,
  source_b text collate "C" not null,
  agreement double precision not null,
  -- Hosts that only one of the two sources returned, at most ten each.
  hosts_a text[] not null,
  hosts_b text[] not null,
  at timestamptz not null default now()
);
create index cross_check_differences_pair on cross_check_differences (engine, source_a, source_b, at);
create index cross_check_differences_at on cross_check_differences (at);

-- run: functions/drop_expired.sql
-- run: functions/record_difference.sql
-- run: functions/remove_object.sql
-- run: functions/reserve_cross_check.sql
