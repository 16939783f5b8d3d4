-- Reuse of results by equal requests with `freshness`.

-- One row per request hash: SHA-256 of everything that affects the result.
create table reuse_index (
  request_hash bytea not null check (octet_length(request_hash) = 32),
  -- Live and test results are never shared.
  live boolean not null,
  -- The newest object that runs for this request; empty while it is being placed.
  leader_id text collate "C" not null default '',
  -- The last object before it that has a result.
  result_id text collate "C" not null default '',
  at timestamptz not null default now(),
  -- When another object took over from a leader whose result is in doubt, in whole milliseconds like `objects.created_at`.
  doubted_at timestamptz,
  primary key (request_hash, live)
) with (fillfactor = 70);
create index reuse_index_age on reuse_index (at);

-- Objects that wait for the leader of their request. The row only wakes them sooner: each of them checks every few seconds.
create table reuse_waiters (
  object_id text collate "C" primary key,
  request_hash bytea not null,
  live boolean not null
);
create index reuse_waiters_request on reuse_waiters (request_hash, live);
