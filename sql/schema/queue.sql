-- Job queue: narrow rows apart from the objects, claimed in batches, deleted when settled.

-- A lease is the token of the worker that runs the job. Lease and `claim_count` together fence off a worker that lost the job.
create table queue (
  object_id text collate "C" primary key,
  retention_class smallint not null,
  kind text not null,
  priority smallint not null,
  round bigint not null,
  due boolean not null,
  run_at timestamptz not null,
  deadline_at timestamptz not null,
  has_waiter boolean not null,
  claim_count integer not null default 0,
  crashes integer not null default 0,
  attempts json,
  lease text collate "C",
  -- Only workers with this label run the job. Empty: every worker does.
  label text collate "C" not null default ''
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
create index queue_ready on queue (label, priority, round) where due and lease is null;
create index queue_labelled on queue (deadline_at) where lease is null and label <> '';
create index queue_later on queue (run_at) where not due;
create index queue_leased on queue (lease) where lease is not null;

-- The round served last, per priority, for jobs without a label. The first job of a new account joins this round and does not wait for another
-- account's million jobs.
create sequence round_0 minvalue 0 start 0;
create sequence round_1 minvalue 0 start 0;
create sequence round_2 minvalue 0 start 0;
create sequence round_3 minvalue 0 start 0;

-- Jobs with a label have their own rounds, because their workers may be faster or slower than others: the round served
-- last, and the last round of each account.
create table label_rounds (
  label text collate "C" not null,
  priority smallint not null,
  round bigint not null default 0,
  primary key (label, priority)
) with (fillfactor = 40);
create table account_label_rounds (
  account_id integer not null references accounts,
  live boolean not null,
  label text collate "C" not null,
  priority smallint not null,
  round bigint not null default 0,
  primary key (account_id, live, label, priority)
) with (fillfactor = 40);

-- `labels` are the labels whose jobs the worker runs; '' stands for jobs without a label.
create table workers (
  token text collate "C" primary key,
  seen_at timestamptz not null default now(),
  labels text[] not null default '{""}'
);

-- Row type of `claim_jobs`.
create type claimed_job as (
  object_id text, retention_class smallint, kind text, priority smallint, claim_count integer, crashes integer, overdue boolean, has_waiter boolean, attempts json,
  account_id integer, live boolean, request json, waited_ms double precision
);
