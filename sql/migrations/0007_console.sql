-- backward-compatible: new columns with defaults, new tables, and functions whose parameters stay the same.

-- What a delivery attempt sent and received, and to whom. Null for attempts of the previous version.
alter table deliveries add column account_id integer, add column live boolean, add column host text, add column exchange json;
create index deliveries_time on deliveries (at);

alter table keys add column used_at timestamptz;
alter table accounts add column notes text not null default '';

-- Circuits that are open in this process, with the reason. Null for processes that query no sources.
alter table processes add column cooldowns json;
create table disabled_sources (
  engine text collate "C" not null,
  source text collate "C" not null,
  since timestamptz not null default now(),
  set_by text not null,
  primary key (engine, source)
);

-- run: functions/record_deliveries.sql
-- run: functions/resend_failing.sql
