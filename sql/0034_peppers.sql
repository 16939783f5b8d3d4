-- adds only: check values of the peppers that credentials are hashed with, and which of them a credential has.

-- One row per pepper that this database was used with; the newest id is the one to hash with. A check value is an HMAC of a constant
-- under the pepper: it shows whether a start has the right one, and the pepper cannot be computed from it.
create table peppers (
  id integer generated always as identity primary key,
  check_value bytea not null unique,
  created_at timestamptz not null default now()
);

-- The check value of the pepper of `hash`. Null for rows of versions that do not know it: those have the first pepper of the table above.
alter table keys add column pepper bytea;
alter table if exists operators add column pepper bytea;
