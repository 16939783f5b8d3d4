-- Objects, their results and their pages.
-- `retention_class`: 0 for `RETENTION_DAYS`, 1 for `ARCHIVE_DAYS`, 2 for scheduled jobs. Partitions follow the
-- retention class, then the day in the id: dropping a day is cheap, deleting its rows is not.

create table objects (
  retention_class smallint not null,
  id text collate "C" not null,
  kind text not null,
  account_id integer not null,
  live boolean not null,
  request json not null,
  cost bigint not null,
  over_limit boolean not null,
  deleted boolean not null default false,
  -- Whole milliseconds, as `createdAt` shows it: a list that starts at that time includes the object.
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  expires_at timestamptz not null,
  primary key (id, retention_class)
) partition by list (retention_class);
create table objects_days partition of objects for values in (0) partition by range (id);
create table objects_archive partition of objects for values in (1) partition by range (id);
create table objects_scheduled partition of objects for values in (2);

-- A row exists when the object is finished. Only a repeated parse replaces its body. `verdict` is null when no page arrived.
-- The bytes are in `body`, or in S3 storage under `blob_key`.
create table results (
  retention_class smallint not null,
  id text collate "C" not null,
  faulty boolean not null,
  verdict text,
  attempts json not null,
  detail json not null default '{}',
  generated_at timestamptz not null,
  body bytea,
  body_size integer,
  body_crc bigint,
  blob_key text,
  primary key (id, retention_class)
) partition by list (retention_class);
create table results_days partition of results for values in (0) partition by range (id);
create table results_archive partition of results for values in (1) partition by range (id);
create table results_scheduled partition of results for values in (2);

-- Pages that failed to parse or were rejected as implausible.
create table failed_pages (
  retention_class smallint not null,
  id text collate "C" not null,
  url text not null,
  status integer not null,
  reason text not null,
  body bytea,
  blob_key text,
  primary key (id, retention_class)
) partition by list (retention_class);
create table failed_pages_days partition of failed_pages for values in (0) partition by range (id);
create table failed_pages_archive partition of failed_pages for values in (1) partition by range (id);
create table failed_pages_scheduled partition of failed_pages for values in (2);

-- Blobs in S3 storage without a row that refers to them: not yet, because they are being uploaded, or no longer. Due blobs are deleted.
-- A key is recorded before the upload starts, so every blob in the storage is known to this table or to a row.
create table orphaned_blobs (
  key text collate "C" primary key,
  due_at timestamptz not null,
  -- Deletion has started: a row may no longer refer to the blob.
  deleting boolean not null default false
);
create index orphaned_blobs_due on orphaned_blobs (due_at);
create trigger deleted_body_is_orphaned after delete on results for each row when (old.blob_key is not null) execute function orphan_blob();
create trigger replaced_body_is_orphaned after update of blob_key on results
  for each row when (old.blob_key is not null and old.blob_key is distinct from new.blob_key) execute function orphan_blob();
create trigger deleted_page_is_orphaned after delete on failed_pages for each row when (old.blob_key is not null) execute function orphan_blob();

-- Outcomes of create calls with an idempotency key, for 24 hours.
create table idempotency (
  account_id integer not null,
  live boolean not null,
  scope text not null,
  key text not null,
  hash text not null,
  ids text[] not null,
  over boolean[] not null,
  response bytea,
  created_at timestamptz not null default now(),
  primary key (account_id, live, scope, key)
);
create index idempotency_age on idempotency (created_at);

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
  -- Fetched by its id, posted to its callback URL, or live. It is not listed as ready.
  collected boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Its result goes to a callback URL. Until it is collected by its id, it is listed as ready while that is given up.
  posted boolean not null default false
) with (fillfactor = 80);
create index provider_tasks_ready on provider_tasks (account_id, live, object_id) where not collected;
create index provider_tasks_list on provider_tasks (account_id, live, object_id);
create index provider_tasks_expiry on provider_tasks (expires_at);

-- Parameters of `place_orders`. Each field of `new_orders` has one element per order, each field of `new_items` one per item.
-- The items of order n are `item_count[n]` in number, from `first_item[n]` on.
create type new_orders as (
  account_id integer[], live boolean[], kind text[], dry_run boolean[],
  idempotency_scope text[], idempotency_key text[], idempotency_hash text[], first_item integer[], item_count integer[]
);
create type new_items as (cost bigint[], over_cost bigint[], priority smallint[], has_waiter boolean[], delay_days integer[], request json);
-- `retention_days` by retention class, `deadline_seconds` by priority and for AI jobs.
create type order_settings as (retention_days integer[], deadline_seconds integer[], ai_seconds double precision);
-- Additional fields of items that may reuse a result. `request_hash` is null for the others.
create type reuse_terms as (request_hash bytea[], freshness_seconds integer[], cost bigint[], over_cost bigint[], poll_seconds double precision);

-- Row types of `place_orders`, `place_reusable_orders`, `read_objects` and `list_objects`.
create type placed_order as (
  verdict text, seconds integer, bound bigint, needed bigint, ids text[], over boolean[], response bytea, at timestamptz
);
create type placed_reusable_order as (
  verdict text, seconds integer, bound bigint, needed bigint, ids text[], over boolean[], response bytea, at timestamptz, ready boolean[]
);
create type fetched_object as (
  n integer, id text, kind text, request json, created_ms bigint, over_limit boolean, queued boolean, executed boolean, failed boolean,
  faulty boolean, verdict text, attempts json, detail json, generated_ms bigint, body bytea, body_size integer, body_crc bigint, blob_key text,
  run_ms bigint, waiting integer
);
create type listed_object as (
  id text, kind text, account_id integer, live boolean, request json, cost bigint, created_ms bigint,
  faulty boolean, verdict text, generated_ms bigint, sending boolean, executed boolean, failed boolean
);
-- Row types of `list_tasks` and `task_errors`.
create type listed_task as (id text, task json, cost bigint, created_at timestamptz, generated_at timestamptz, faulty boolean);
create type task_error as (id text, function_name text, task json, callback text, at timestamptz, status integer, ms integer);
