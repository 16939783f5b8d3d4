-- backward-compatible: a new table, and a function whose parameters stay the same.

-- Tasks of the DataForSEO-compatible endpoint, one row each until its first object expires.
create table provider_tasks (
  -- The first object. Its id is the id of the task.
  object_id text collate "C" primary key,
  account_id integer not null,
  live boolean not null,
  path text collate "C" not null,
  tag text,
  -- The other objects of a task with many keywords.
  object_ids text[] not null default '{}',
  -- Fetched by its id, or posted to its callback URL. It is no longer listed as ready.
  collected boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
) with (fillfactor = 80);
create index provider_tasks_ready on provider_tasks (account_id, live, object_id) where not collected;
create index provider_tasks_expiry on provider_tasks (expires_at);

-- run: functions/drop_expired.sql
