-- Accounts, keys, and the lock on an account's money.

-- 24 hex characters: 4 bytes of time, 8 of randomness. Ids sort by time, which is what the day partitions cut by.
-- One plain expression, so that the planner can put it in place of the call.
create function new_id() returns text
language sql volatile parallel safe as $$
  select lpad(to_hex(extract(epoch from now())::bigint), 8, '0') || left(encode(sha256(uuid_send(gen_random_uuid())), 'hex'), 16)
$$;

create table accounts (
  id integer generated always as identity primary key,
  name text not null,
  email text not null,
  contract text not null check (contract in ('current', 'older')),
  limit_hour bigint check (limit_hour >= 0),
  limit_day bigint check (limit_day >= 0),
  limit_action text not null default 'reject' check (limit_action in ('reject', 'overcharge')),
  charge_multiplier double precision not null default 1 check (charge_multiplier >= 1),
  archive boolean not null default false,
  max_results integer not null default 100,
  rate_per_minute integer,
  rate_burst integer,
  profile json not null default '{}',
  prices json not null default '{}',
  webhook_secret text not null,
  created_at timestamptz not null default now()
);

create table keys (
  id text collate "C" primary key,
  account_id integer not null references accounts,
  live boolean not null,
  hash bytea not null unique,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
create index keys_account on keys (account_id);

-- One row per account and mode. Whoever moves credits locks it first, in order of account and mode, so that nobody waits in a circle.
create table purses (
  account_id integer not null references accounts,
  live boolean not null,
  turns bigint[] not null default '{0,0,0,0}',
  ai_at timestamptz,
  primary key (account_id, live)
) with (fillfactor = 40);

create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor text not null,
  action text not null,
  subject text,
  detail json not null default '{}'
);
