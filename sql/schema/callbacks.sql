-- Callbacks: an outbox, one row per object with a final outcome, and a log of all attempts.

-- `host` is empty until the receiving host is at its concurrency limit. The callback then belongs to the queue of its account and host.
create table outbox (
  object_id text collate "C" primary key,
  retention_class smallint not null,
  kind text not null,
  account_id integer not null,
  attempt integer not null default 0,
  resend boolean not null default false,
  next_at timestamptz not null default now(),
  expires_at timestamptz not null,
  host text collate "C" not null default ''
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
create index outbox_next on outbox (next_at);
create index outbox_direct on outbox (next_at) where host = '';
create index outbox_accounts on outbox (account_id, next_at) where host = '';
create index outbox_queues on outbox (account_id, host, next_at) where host <> '';

create table callbacks (
  retention_class smallint not null,
  id text collate "C" not null,
  executed boolean not null,
  failed boolean not null,
  primary key (id, retention_class)
) partition by list (retention_class);
create table callbacks_days partition of callbacks for values in (0) partition by range (id);
create table callbacks_archive partition of callbacks for values in (1) partition by range (id);
create table callbacks_scheduled partition of callbacks for values in (2);

create table deliveries (
  retention_class smallint not null,
  object_id text collate "C" not null,
  attempt integer not null,
  status integer,
  ok boolean not null,
  reason text,
  ms integer not null,
  at timestamptz not null default now(),
  -- Null for attempts of versions before these columns.
  account_id integer,
  live boolean,
  host text,
  -- What was sent and received, in at most about 4 KB; see `Exchange`.
  exchange json,
  primary key (object_id, attempt, retention_class)
) partition by list (retention_class);
-- The delivery log scans it, newest first.
create index deliveries_time on deliveries (at);
create table deliveries_days partition of deliveries for values in (0) partition by range (object_id);
create table deliveries_archive partition of deliveries for values in (1) partition by range (object_id);
create table deliveries_scheduled partition of deliveries for values in (2);

-- Row type of `claim_callbacks`. `more`: other callbacks may be due. The next claim starts after `after_account` and `after_queue_account`.
create type due_callback as (
  object_id text, retention_class smallint, kind text, account_id integer, live boolean, attempt integer, resend boolean, request json, secret text,
  more boolean, after_account integer, after_queue_account integer
);
