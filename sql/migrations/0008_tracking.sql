-- backward-compatible: new tables, types and functions, and a column with a default.

alter table event_feeds add column tracking boolean not null default false;

-- Tracking: projects, tracked keywords, their schedule, rank history and alerts.
-- A slot is one due time of a project, as minutes since 2000-01-01 00:00 in the project's calendar: local time for schedules
-- by day, UTC for schedules by hours. Slots of a schedule are whole hours, slots of a manual run never are.

create table projects (
  account_id integer not null references accounts,
  live boolean not null,
  id integer generated always as identity primary key,
  -- The id in the API.
  public_id text collate "C" not null unique default new_id(),
  -- Checks are charged through this key: its budget and its end apply.
  key_id text collate "C" not null,
  name text not null,
  -- Everything that the scheduler does not read: domains, competitors, brand terms, CTR curve, report settings.
  settings json not null,
  max_results smallint not null,
  -- Depth on `deep_weekday` (1 Monday to 7 Sunday), for cheap daily and deep weekly checks. 0: no such day.
  deep_results smallint not null default 0,
  deep_weekday smallint not null default 0,
  priority smallint not null default 0,
  retries_max smallint not null default 2,
  top_count smallint not null default 10,
  -- manual, hours, weekdays or monthdays.
  every text not null check (every in ('manual', 'hours', 'weekdays', 'monthdays')),
  every_hours smallint not null default 1 check (every_hours between 1 and 168),
  weekdays smallint[] not null default '{1,2,3,4,5,6,7}',
  monthdays smallint[] not null default '{1}',
  local_time time not null default '06:00',
  time_zone text not null default 'UTC',
  window_minutes integer not null default 240 check (window_minutes between 0 and 1440),
  -- After downtime: latest runs the newest missed slot, skip runs none.
  catch_up text not null default 'latest' check (catch_up in ('latest', 'skip')),
  -- active; paused by its owner; or stopped by the service, which resumes it: credits, limit, budget, key, plan.
  state text not null default 'active' check (state in ('active', 'paused', 'credits', 'limit', 'budget', 'key', 'plan')),
  state_since timestamptz not null default now(),
  -- The service does not try to resume before this time, nor with fewer credits than one check costs.
  resume_at timestamptz,
  resume_credits bigint not null default 0,
  -- Slots up to this one have a row in `project_slots`, or were before the project.
  last_slot integer not null,
  -- When the planner must look again. Null: never, because the project is paused or manual.
  next_at timestamptz,
  -- Set when a rule or a setting changes that alters figures of the past.
  revision integer not null default 0,
  created_at timestamptz not null default now(),
  -- For the foreign keys: a removed project is looked up by the keys of its tables.
  unique (account_id, id)
) with (fillfactor = 70);
create index projects_account on projects (account_id, live, id);
create index projects_next on projects (next_at) where next_at is not null;
create index projects_resume on projects (resume_at) where resume_at is not null;

-- Engine, region, language and device. With the keyword it identifies a series. `request` is the stored SERP request without the keyword.
create table search_variants (
  account_id integer not null references accounts,
  live boolean not null,
  id integer generated always as identity,
  engine text not null,
  region_id text not null,
  language text not null,
  is_mobile boolean not null,
  request json not null,
  primary key (account_id, id),
  unique (account_id, live, engine, region_id, language, is_mobile)
);

create table tracked_keywords (
  account_id integer not null,
  project_id integer not null,
  id integer generated always as identity,
  variant_id integer not null,
  -- Order of the checks within a window. The factor is odd, so every id has its own number, and they are spread evenly.
  spread integer not null generated always as ((id::bigint * 1640531527 % 2147483648)::integer) stored,
  -- Due in slots after this one: the `last_slot` of the project when the keyword was added.
  since_slot integer not null,
  enabled boolean not null default true,
  starred boolean not null default false,
  keyword text not null check (length(keyword) between 1 and 300),
  tags text[] not null default '{}',
  target_url text,
  note text,
  volume integer,
  cpc real,
  volume_month date,
  created_at timestamptz not null default now(),
  primary key (account_id, project_id, id),
  foreign key (account_id, project_id) references projects (account_id, id) on delete cascade
) with (fillfactor = 90);
create unique index tracked_keywords_identity on tracked_keywords (account_id, project_id, variant_id, lower(keyword));
create index tracked_keywords_spread on tracked_keywords (account_id, project_id, spread) where enabled;

-- One row per project and due slot, also for slots that did not run. It decides the outcome of every keyword whose `spread` is at or
-- after `cursor`: none yet (running), none left (done), missed or paused. Keywords before the cursor have a check or a point.
create table project_slots (
  account_id integer not null,
  project_id integer not null,
  slot integer not null,
  kind text not null check (kind in ('schedule', 'catchUp', 'manual', 'backfill')),
  state text not null check (state in ('running', 'done', 'missed', 'paused')),
  -- Why it is missed or paused: downtime, nextSlot, paused, credits, limit, budget, key, plan.
  reason text,
  -- Keywords of a manual run. Null: all.
  keyword_ids integer[],
  depth smallint not null,
  due_at timestamptz not null,
  -- The window begins here. It moves when no planner came in time, so that no burst follows.
  starts_at timestamptz not null,
  cursor bigint not null default 0,
  placed integer not null default 0,
  skipped integer not null default 0,
  -- The figures of the slot are in `slot_figures`.
  rolled_up_at timestamptz,
  primary key (account_id, project_id, slot),
  foreign key (account_id, project_id) references projects (account_id, id) on delete cascade
) with (fillfactor = 70);
create index project_slots_open on project_slots (project_id, slot) where rolled_up_at is null;
-- The planner looks for them each second. A project has few, and years of other slots.
create index project_slots_running on project_slots (account_id, project_id) where state = 'running';

-- One row per keyword and slot that was ordered. It is pending until its point is recorded, and stays while its object lives.
create table checks (
  account_id integer not null,
  project_id integer not null,
  slot integer not null,
  keyword_id integer not null,
  object_id text collate "C" not null,
  -- 0 pending, 1 waiting for another try, 2 recorded.
  state smallint not null default 0,
  tries smallint not null default 1,
  -- When to look for the result, or when to try again. Usually the worker that settled the job looks at once.
  look_at timestamptz not null,
  primary key (account_id, project_id, slot, keyword_id)
) partition by range (slot);
create index checks_object on checks (object_id) where state < 2;
create index checks_look on checks (look_at) where state = 0;
create index checks_retry on checks (look_at) where state = 1;
create index checks_pending on checks (project_id, keyword_id) where state < 2;

-- Rank history: one row per keyword and slot with a check. Zero means none, so that no row needs a null bitmap. Months are packed later.
create table rank_points (
  account_id integer not null,
  project_id integer not null,
  slot integer not null,
  keyword_id integer not null,
  -- A page of `project_pages`.
  page_id integer not null,
  -- `POINT_CODES` in src/contract/tracking.ts: 1 found, 2 not found, 1x failed, 2x skipped, 3x imported.
  code smallint not null,
  position smallint not null,
  rank smallint not null,
  -- Positions that were checked.
  depth smallint not null,
  -- Bits of `FEATURES`: on the page, and owned by the domain.
  features smallint not null,
  owned smallint not null,
  -- The place among the citations of AI answers, then one byte per competitor with its position.
  others bytea not null,
  -- Four bytes per page id of the first results.
  top bytea not null,
  primary key (account_id, project_id, slot, keyword_id)
) partition by range (slot);

-- A month of one keyword, compressed by src/business/tracking/history/packing.ts. `first_slot` begins the month.
create table packed_points (
  account_id integer not null,
  project_id integer not null,
  keyword_id integer not null,
  first_slot integer not null,
  count smallint not null,
  body bytea not null,
  primary key (account_id, project_id, keyword_id, first_slot)
);
alter table packed_points alter column body set storage external;
create index packed_points_month on packed_points (first_slot);

-- Pages that were found, by project. Points name them by id.
create table project_pages (
  account_id integer not null,
  project_id integer not null,
  id integer not null check (id > 0),
  -- The first 8 bytes of the SHA-256 of URL and title.
  hash bigint not null,
  url text not null,
  -- Only for pages of the project's own domains.
  title text,
  primary key (account_id, project_id, id),
  unique (account_id, project_id, hash),
  foreign key (account_id, project_id) references projects (account_id, id) on delete cascade
);

-- The newest facts of each keyword, so that a table of all keywords reads one row each. Derived from the points.
create table keyword_states (
  account_id integer not null,
  project_id integer not null,
  keyword_id integer not null,
  last_slot integer not null,
  last_code smallint not null,
  position smallint not null,
  rank smallint not null,
  depth smallint not null,
  page_id integer not null,
  features smallint not null,
  owned smallint not null,
  cited smallint not null,
  -- The position of the newest comparable point 1, 7 and 30 days before; 0 not found, null no such point.
  position_1 smallint,
  position_7 smallint,
  position_30 smallint,
  best_position smallint,
  best_slot integer,
  failures smallint not null default 0,
  -- The last three judged points, newest first, as `JudgedPoint` of src/business/tracking/types.ts. Rules compare them.
  recent json not null default '[]',
  primary key (account_id, project_id, keyword_id),
  foreign key (account_id, project_id) references projects (account_id, id) on delete cascade
) with (fillfactor = 60);

-- Sums of one slot of a project, or of one search variant in it (0: all). Histograms by position let any CTR curve be applied later.
create table slot_figures (
  account_id integer not null,
  project_id integer not null,
  slot integer not null,
  variant_id integer not null,
  -- `FIGURE_COUNTS` in src/contract/tracking.ts: keywords, found, notFound, failed, skipped, answers, cited, …
  counts integer[] not null,
  -- Keywords, then search volume, by position 1 to 100; element 101 is not found.
  positions integer[] not null,
  volumes bigint[] not null,
  -- The same volumes for each competitor, one after another.
  competitor_volumes bigint[] not null,
  -- Keywords with a feature on the page, then with an owned one, by bit.
  features integer[] not null,
  depth_min smallint not null,
  depth_max smallint not null,
  primary key (account_id, project_id, slot, variant_id),
  foreign key (account_id, project_id) references projects (account_id, id) on delete cascade
);

create table tracking_rules (
  account_id integer not null,
  project_id integer not null,
  id text collate "C" not null default new_id(),
  name text not null,
  enabled boolean not null default true,
  -- `RuleSettings` of src/contract/tracking-alerts.ts.
  settings json not null,
  created_at timestamptz not null default now(),
  primary key (account_id, project_id, id),
  foreign key (account_id, project_id) references projects (account_id, id) on delete cascade
);

-- Alerts of projects. `day` is the slot's day: one alert per rule, keyword and day.
create table tracking_alerts (
  account_id integer not null,
  project_id integer not null,
  id text collate "C" not null default new_id(),
  -- Empty for alerts of the service, such as a paused project. `keyword_id` is then 0.
  rule_id text collate "C" not null,
  kind text not null,
  keyword_id integer not null,
  day integer not null,
  at timestamptz not null default now(),
  body json not null,
  -- Null until the alert belongs to a message.
  message_id text collate "C",
  read_at timestamptz,
  primary key (account_id, project_id, id),
  unique (account_id, project_id, rule_id, kind, keyword_id, day),
  foreign key (account_id, project_id) references projects (account_id, id) on delete cascade
);
create index tracking_alerts_at on tracking_alerts (at);
create index tracking_alerts_message on tracking_alerts (account_id, message_id) where message_id is not null;
create index tracking_alerts_new on tracking_alerts (account_id, project_id) where message_id is null;

-- One message per group of alerts and target. `next_at` is null once it is delivered or given up.
create table tracking_messages (
  account_id integer not null,
  project_id integer not null,
  id text collate "C" not null,
  channel text not null check (channel in ('webhook', 'email')),
  target text not null,
  body json not null,
  attempt integer not null default 0,
  next_at timestamptz,
  delivered_at timestamptz,
  status integer,
  reason text,
  created_at timestamptz not null default now(),
  primary key (account_id, project_id, id, channel, target),
  foreign key (account_id, project_id) references projects (account_id, id) on delete cascade
);
create index tracking_messages_next on tracking_messages (next_at) where next_at is not null;

create table project_notes (
  account_id integer not null,
  project_id integer not null,
  id text collate "C" not null default new_id(),
  day date not null,
  text text not null,
  keyword_ids integer[],
  primary key (account_id, project_id, id),
  foreign key (account_id, project_id) references projects (account_id, id) on delete cascade
);

-- Read-only links to a report. The database has only a hash of each token.
create table project_shares (
  account_id integer not null,
  project_id integer not null,
  id text collate "C" not null default new_id(),
  hash bytea not null unique,
  name text not null,
  settings json not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  used_at timestamptz,
  primary key (account_id, project_id, id),
  foreign key (account_id, project_id) references projects (account_id, id) on delete cascade
);

-- Row types of `claim_project` and `finished_checks`. `gone`: the object was deleted or has expired. `retryable`: a faulty check may be
-- tried again in its slot.
create type claimed_project as (
  account_id integer, live boolean, project_id integer, key_id text, slot integer, kind text, depth smallint, cursor bigint, reach bigint,
  priority smallint, window_minutes integer, starts_at timestamptz, keyword_ids integer[],
  prices text, charge_multiplier double precision, max_results integer, archive boolean, scopes text[]
);
create type finished_check as (
  account_id integer, live boolean, project_id integer, slot integer, keyword_id integer, object_id text, tries smallint, depth smallint,
  revision integer, retries_max smallint, top_count smallint, settings text, gone boolean, faulty boolean, verdict text,
  last_slot integer, recent text, failures smallint, volume integer, target_url text, tags text[], starred boolean, retryable boolean
);

-- run: functions/tracking_now.sql
-- run: functions/slot_at.sql
-- run: functions/slot_time.sql
-- run: functions/calendar_slot.sql
-- run: functions/due_slots.sql
-- run: functions/next_slot_at.sql
-- run: functions/comparable_points.sql
-- run: functions/earlier_position.sql
-- run: functions/tracking_due.sql
-- run: functions/claim_project.sql
-- run: functions/next_checks.sql
-- run: functions/place_checks.sql
-- run: functions/claim_retries.sql
-- run: functions/start_run.sql
-- run: functions/resume_projects.sql
-- run: functions/page_ids.sql
-- run: functions/finished_checks.sql
-- run: functions/record_points.sql
-- run: functions/append_tracking_event.sql
-- run: functions/make_tracking_partitions.sql
-- run: functions/drop_tracking.sql
