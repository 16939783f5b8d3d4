-- backward-compatible: the previous version places jobs without a label and claims only these.

-- Jobs run only on workers with their label.
alter table queue add column label text collate "C" not null default '';
drop index queue_ready;
create index queue_ready on queue (label, priority, round) where due and lease is null;
create index queue_labelled on queue (deadline_at) where lease is null and label <> '';
alter table workers add column labels text[] not null default '{""}';
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

-- run: functions/count_label_rounds.sql
-- run: functions/reclaim_leases.sql
-- Each of these keeps its earlier signature beside the new one.
-- run: functions/claim_jobs.sql
-- run: functions/place_orders.sql
-- run: functions/place_reusable_orders.sql
