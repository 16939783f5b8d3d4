-- Layouts of pages: groups of pages with like structure, what parsers found on them, and the cases that operators look at.

-- The sketches are those of the first page. They hold hashes only, no content.
create table layouts (
  -- Computed from engine, device and sketches, so that two workers name the same page alike.
  id text collate "C" primary key,
  engine text collate "C" not null,
  device text collate "C" not null check (device in ('desktop', 'mobile')),
  shapes bytea not null,
  names bytea not null,
  first_seen timestamptz not null default now(),
  last_seen timestamptz not null default now(),
  pages bigint not null default 0,
  -- Which further pages workers keep: `{"kind": "yield", "below": 0.5}`. Null while the layout is not in doubt.
  doubt json
) with (fillfactor = 80);
create index layouts_engine on layouts (engine, device);

-- What parsers found on the pages of a layout in one hour.
create table layout_hours (
  layout_id text collate "C" not null references layouts on delete cascade,
  hour timestamptz not null,
  pages bigint not null,
  -- First pages with results. The next three columns count only these.
  judged bigint not null,
  found bigint not null,
  requested bigint not null,
  -- Pages with items, by array, in the order of `ITEM_ARRAYS`. New arrays are appended.
  filled bigint[] not null,
  unparsed bigint not null,
  suspect bigint not null,
  primary key (layout_id, hour)
) with (fillfactor = 70);
create index layout_hours_time on layout_hours (hour);

-- At most one case per layout.
create table cases (
  id text collate "C" primary key default new_id(),
  layout_id text collate "C" not null unique references layouts on delete cascade,
  engine text collate "C" not null,
  device text collate "C" not null,
  kind text not null check (kind in ('yield', 'array', 'unparsed', 'suspect')),
  state text not null default 'open' check (state in ('open', 'corrected', 'dismissed', 'resolved')),
  -- The figures that opened it.
  figures json not null,
  opened_at timestamptz not null default now(),
  -- The last check at which its condition was met.
  seen_at timestamptz not null default now(),
  closed_at timestamptz,
  -- The operator who dismissed or reopened it.
  changed_by text
);
create index cases_state on cases (state, opened_at);

-- Sample pages of layouts in doubt. Never of test mode, and never of requests with custom options.
create table case_pages (
  layout_id text collate "C" not null references layouts on delete cascade,
  n smallint not null,
  object_id text collate "C" not null,
  kept_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- The fields of the query that parsing needs.
  query json not null,
  content_type text not null,
  status integer not null,
  outcome text not null,
  reason text,
  -- The items that the parser found. Null when it could not parse the page.
  found json,
  body bytea not null,
  body_size integer not null,
  primary key (layout_id, n)
);
-- At most one sample per object, so that a deletion locks one row.
create unique index case_pages_object on case_pages (object_id);
create index case_pages_expiry on case_pages (expires_at);

-- A lease: the process that moves `checked_at` forward looks for cases.
create table layout_checks (
  one boolean primary key default true check (one),
  checked_at timestamptz not null
);
insert into layout_checks (checked_at) values (now());
