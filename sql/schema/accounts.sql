-- Accounts, their keys and credentials, and the row that serializes credit changes of an account.

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
  created_at timestamptz not null default now(),
  -- For operators only.
  notes text not null default ''
);

-- `scopes`, `expires_at` and `budget` restrict a key; null means no restriction.
-- `pepper` is the check value of the pepper of `hash`; null means the first row of `peppers`.
create table keys (
  id text collate "C" primary key,
  account_id integer not null references accounts,
  live boolean not null,
  hash bytea not null unique,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  name text,
  scopes text[],
  expires_at timestamptz,
  budget bigint check (budget >= 0),
  spent bigint not null default 0 check (spent >= 0),
  pepper bytea,
  -- Last use, to the minute.
  used_at timestamptz,
  constraint keys_keep_to_their_budget check (spent <= budget)
);
create index keys_account on keys (account_id);

-- Charges of keys with a budget, stored while they can still be reversed.
create table key_charges (
  object_id text collate "C" primary key,
  key_id text collate "C" not null,
  amount bigint not null check (amount >= 0)
);

-- One row per account and mode. Every transaction that changes credits locks it first, in order of account and mode, so that no deadlock is possible.
-- `rounds` holds the next fairness round per priority.
create table account_modes (
  account_id integer not null references accounts,
  live boolean not null,
  rounds bigint[] not null default '{0,0,0,0}',
  ai_at timestamptz,
  primary key (account_id, live)
) with (fillfactor = 40);

-- Operators with their own admin tokens. The database has only a keyed hash of each token.
create table operators (
  id text collate "C" primary key,
  name text not null,
  hash bytea not null unique,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  revoked_at timestamptz,
  pepper bytea
);
-- The audit log names operators, so a name belongs to one valid token at a time.
create unique index operators_name on operators (lower(name)) where revoked_at is null;

-- One row per pepper that this database was used with; the newest id is the one to hash with. A check value is an HMAC of a constant
-- under the pepper: it shows whether a start has the right one, and the pepper cannot be computed from it.
create table peppers (
  id integer generated always as identity primary key,
  check_value bytea not null unique,
  created_at timestamptz not null default now()
);

-- Budgets of MCP sessions over HTTP, where any process may receive any message.
create table agent_sessions (
  key_id text collate "C" not null,
  name text collate "C" not null,
  budget bigint not null check (budget >= 0),
  -- Can exceed the budget by the difference between the charge and the quoted price.
  spent bigint not null default 0 check (spent >= 0),
  seen_at timestamptz not null default now(),
  primary key (key_id, name)
);
create index agent_sessions_age on agent_sessions (seen_at);
