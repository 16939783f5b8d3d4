-- backward-compatible: new tables and functions only.

-- `key` names what is measured, such as `live/google/direct`. Several processes add to one row: `counts` are summed, and
-- of `levels` the highest value stays. `src/contract/series.ts` names the elements of both arrays.
create table series_minutes (
  name text collate "C" not null,
  at timestamptz not null,
  key text collate "C" not null,
  counts bigint[] not null,
  levels double precision[] not null,
  primary key (name, at, key)
) with (fillfactor = 70);

create table series_hours (
  name text collate "C" not null,
  at timestamptz not null,
  key text collate "C" not null,
  counts bigint[] not null,
  levels double precision[] not null,
  primary key (name, at, key)
);

-- The first hour that is not in `series_hours` yet.
create table series_rolled_up (
  one boolean primary key default true check (one),
  upto timestamptz not null
);
insert into series_rolled_up (upto) values (date_trunc('hour', now(), 'UTC'));

-- At most one open alert per rule and subject.
create table alerts (
  id text collate "C" primary key default new_id(),
  rule text not null,
  -- An engine, a host, a node, a priority or a provider. Empty for rules about the whole installation.
  subject text not null,
  severity text not null check (severity in ('warning', 'critical')),
  summary text not null,
  opened_at timestamptz not null default now(),
  -- The last check at which the condition was met.
  seen_at timestamptz not null default now(),
  resolved_at timestamptz,
  acknowledged_at timestamptz,
  acknowledged_by text
) with (fillfactor = 70);
create unique index alerts_open on alerts (rule, subject) where resolved_at is null;
create index alerts_history on alerts (opened_at);

-- No messages are sent for a silenced alert. An empty subject silences the whole rule.
create table alert_silences (
  rule text not null,
  subject text not null,
  until timestamptz not null,
  silenced_by text not null,
  primary key (rule, subject)
);

-- One row per alert, event and channel. `next_at` is null once the message is delivered or given up.
create table alert_messages (
  alert_id text collate "C" not null references alerts on delete cascade,
  event text not null check (event in ('opened', 'resolved')),
  channel text not null check (channel in ('webhook', 'email')),
  attempt integer not null default 0,
  next_at timestamptz default now(),
  delivered_at timestamptz,
  reason text,
  primary key (alert_id, event, channel)
);
create index alert_messages_next on alert_messages (next_at) where next_at is not null;

-- A lease: the process that moves `checked_at` forward checks the rules.
create table alert_checks (
  one boolean primary key default true check (one),
  checked_at timestamptz not null
);
insert into alert_checks (checked_at) values (now());

-- Finished backups by `sextant backup`.
create table backups (
  at timestamptz primary key default now(),
  bytes bigint not null
);

-- run: functions/record_series.sql
-- run: functions/roll_up_series.sql
-- run: functions/queue_by_mode.sql
-- run: functions/callbacks_by_mode.sql
