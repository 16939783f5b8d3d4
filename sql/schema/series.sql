-- Time series of the console: counters and levels per minute and per hour.

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
