-- Objects and what became of them. `keep` says how long: 0 the usual days, 1 the archive's, 2 scheduled far ahead.

create table objects (
  keep smallint not null,
  id text collate "C" not null,
  kind text not null,
  account_id integer not null,
  live boolean not null,
  request json not null,
  cost bigint not null,
  over_limit boolean not null,
  deleted boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (id, keep)
) partition by list (keep);
create table objects_days partition of objects for values in (0) partition by range (id);
create table objects_archive partition of objects for values in (1) partition by range (id);
create table objects_scheduled partition of objects for values in (2);

-- A row here means finished. Nothing of it ever changes.
create table results (
  keep smallint not null,
  id text collate "C" not null,
  faulty boolean not null,
  verdict text not null,
  attempts json not null,
  detail json not null default '{}',
  generated_at timestamptz not null,
  body bytea,
  body_size integer,
  body_crc bigint,
  primary key (id, keep)
) partition by list (keep);
create table results_days partition of results for values in (0) partition by range (id);
create table results_archive partition of results for values in (1) partition by range (id);
create table results_scheduled partition of results for values in (2);

-- Pages that could not be read or were not believed, for the fixture folder.
create table kept_pages (
  keep smallint not null,
  id text collate "C" not null,
  url text not null,
  status integer not null,
  reason text not null,
  body bytea not null,
  primary key (id, keep)
) partition by list (keep);
create table kept_pages_days partition of kept_pages for values in (0) partition by range (id);
create table kept_pages_archive partition of kept_pages for values in (1) partition by range (id);
create table kept_pages_scheduled partition of kept_pages for values in (2);

create table idempotency (
  account_id integer not null,
  live boolean not null,
  scope text not null,
  key text not null,
  hash text not null,
  ids text[] not null,
  over boolean[] not null,
  answer bytea,
  created_at timestamptz not null default now(),
  primary key (account_id, live, scope, key)
);
create index idempotency_age on idempotency (created_at);
