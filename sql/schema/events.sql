-- Event feeds of finished objects.

-- One row per account and mode with a feed. Numbers are assigned under the row's lock, so that they follow the order of commits.
create table event_feeds (
  account_id integer not null references accounts,
  live boolean not null,
  enabled boolean not null default true,
  last_number bigint not null default 0,
  since timestamptz not null default now(),
  -- The reader asked for events of tracking, so they are appended.
  tracking boolean not null default false,
  primary key (account_id, live)
) with (fillfactor = 40);

-- One row per object that finished while the feed of its account was enabled, dropped with its object. With the kind `tracking`, `id` is a
-- message about alerts of a project.
create table events (
  retention_class smallint not null,
  id text collate "C" not null,
  kind text not null,
  account_id integer not null,
  live boolean not null,
  number bigint not null,
  at timestamptz not null,
  primary key (id, retention_class)
) partition by list (retention_class);
create index events_number on events (account_id, live, number);
create table events_days partition of events for values in (0) partition by range (id);
create table events_archive partition of events for values in (1) partition by range (id);
create table events_scheduled partition of events for values in (2);
