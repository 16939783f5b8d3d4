-- adds only: processes of the version before go on calling the same functions.
-- Feeds of finished objects, and answers that equal requests share.

-- One row per account and mode that reads its events. Numbers are given out under the row's lock, so that they come in the order of commits.
create table feeds (
  account_id integer not null references accounts,
  live boolean not null,
  open boolean not null default true,
  last bigint not null default 0,
  since timestamptz not null default now(),
  primary key (account_id, live)
) with (fillfactor = 40);

-- One row per object that finished while its account had an open feed; it goes with its object.
create table events (
  keep smallint not null,
  id text collate "C" not null,
  kind text not null,
  account_id integer not null,
  live boolean not null,
  number bigint not null,
  at timestamptz not null,
  primary key (id, keep)
) partition by list (keep);
create index events_number on events (account_id, live, number);
create table events_days partition of events for values in (0) partition by range (id);
create table events_archive partition of events for values in (1) partition by range (id);
create table events_scheduled partition of events for values in (2);

-- Writes finished objects into the feeds of their accounts, and answers which of them have one. The last thing that a transaction does:
-- whoever holds a feed waits for nothing but further feeds, in one order.
create function note_events(p_ids text[]) returns setof text
language plpgsql as $$
declare
  feed record;
  top bigint;
begin
  for feed in
    select o.account_id, o.live, array_agg(o.id) as ids, array_agg(o.keep) as keeps, array_agg(o.kind) as kinds
    from unnest(p_ids) as finished (id) join objects o on o.id = finished.id join feeds d on d.account_id = o.account_id and d.live = o.live
    where d.open group by o.account_id, o.live order by o.account_id, o.live
  loop
    update feeds set last = last + cardinality(feed.ids) where account_id = feed.account_id and live = feed.live returning last into top;
    insert into events (keep, id, kind, account_id, live, number, at)
    select e.keep, e.id, e.kind, feed.account_id, feed.live, top - cardinality(feed.ids) + e.n, clock_timestamp()
    from unnest(feed.keeps, feed.ids, feed.kinds) with ordinality as e (keep, id, kind, n);
    return query select unnest(feed.ids);
  end loop;
end $$;

-- Finishes jobs: result, state, reversal, callback row and event together, and only for those whose lease still holds.
-- p_jobs: [{id, attempt, outcome: 'done'|'faulty'|'again', verdict, attempts, detail, age_ms, size, crc, again_seconds, page}]
-- p_body_at and p_page_at: keys of bytes that were sent to the object store; those that have been given up meanwhile cannot be settled with.
-- Where nobody has a feed, one look into an empty table is all that feeds cost.
drop function settle(text, json, bytea[], bytea[], text[], text[]);
create function settle(
  p_worker text, p_jobs json, p_bodies bytea[], p_pages bytea[], p_body_at text[] default null, p_page_at text[] default null
) returns table (object_id text, kind text, waits boolean, fed boolean)
language plpgsql as $$
#variable_conflict use_column
declare
  ended record;
  held text[];
  watched constant boolean := exists (select 1 from feeds where open);
  ids text[] := '{}';
  kinds text[] := '{}';
  awaited boolean[] := '{}';
  fed_ids text[];
begin
  -- Whoever moves credits locks the purses first, in one order.
  perform 1 from purses p
  where (p.account_id, p.live) in (
    select o.account_id, o.live from json_to_recordset(p_jobs) as j (id text, outcome text)
    join queue q on q.object_id = j.id join objects o on o.keep = q.keep and o.id = j.id where j.outcome = 'faulty'
  ) order by p.account_id, p.live for update;

  update queue q set lease = null, due = false, run_at = now() + make_interval(secs => j.again_seconds), history = j.attempts
  from json_to_recordset(p_jobs) as j (id text, attempt integer, outcome text, attempts json, again_seconds double precision)
  where q.object_id = j.id and q.lease = p_worker and q.attempt = j.attempt and j.outcome = 'again';

  if p_body_at is not null or p_page_at is not null then
    held := array(
      select key from loose_bodies where key = any (p_body_at || p_page_at) and not doomed order by key for update
    );
  end if;

  for ended in
  with job as materialized (
    select j.*
    from rows from (
      json_to_recordset(p_jobs) as (
        id text, attempt integer, outcome text, verdict text, attempts json, detail json, age_ms double precision, size integer, crc bigint, page json
      ), unnest(p_bodies), unnest(p_pages), unnest(p_body_at), unnest(p_page_at)
    ) as j (id, attempt, outcome, verdict, attempts, detail, age_ms, size, crc, page, body, page_body, body_at, page_at)
    where j.outcome in ('done', 'faulty')
  ), unqueued as (
    delete from queue q using job j where q.object_id = j.id and q.lease = p_worker and q.attempt = j.attempt
      and (j.body_at is null or j.body_at = any (held)) and (j.page_at is null or j.page_at = any (held))
    returning q.object_id, q.keep, q.kind, q.waits
  ), finished as materialized (
    select e.object_id, e.keep, e.kind, e.waits, j.outcome, j.verdict, j.attempts, j.detail, j.age_ms, j.size, j.crc, j.page, j.body, j.page_body,
      j.body_at, j.page_at
    from unqueued e join job j on j.id = e.object_id
  ), stored as (
    insert into results (keep, id, faulty, verdict, attempts, detail, generated_at, body, body_size, body_crc, body_at)
    select f.keep, f.object_id, f.outcome = 'faulty', f.verdict, f.attempts, coalesce(f.detail, '{}'), now() - make_interval(secs => f.age_ms / 1000),
      f.body, f.size, f.crc, f.body_at from finished f
  ), pages as (
    insert into kept_pages (keep, id, url, status, reason, body, body_at)
    select f.keep, f.object_id, f.page->>'url', (f.page->>'status')::integer, f.page->>'reason', f.page_body, f.page_at
    from finished f where f.page is not null and (f.page_body is not null or f.page_at is not null)
  ), referred as (
    delete from loose_bodies b using (
      select f.body_at as key from finished f where f.body_at is not null union all select f.page_at from finished f where f.page_at is not null
    ) as taken where b.key = taken.key
  ), told as (
    insert into outbox (object_id, keep, kind, account_id, expires_at)
    select f.object_id, f.keep, f.kind, o.account_id, o.expires_at
    from finished f join objects o on o.keep = f.keep and o.id = f.object_id where o.request->>'callback' is not null
  )
  select f.object_id as id, f.kind as what, f.waits as awaited, f.outcome from finished f
  loop
    if ended.outcome = 'faulty' then
      perform reverse_charge(ended.id);
    end if;
    if watched then
      ids := ids || ended.id;
      kinds := kinds || ended.what;
      awaited := awaited || ended.awaited;
    else
      return query select ended.id, ended.what, ended.awaited, false;
    end if;
  end loop;
  if watched then
    fed_ids := array(select note_events(ids));
    return query select e.id, e.what, e.awaited, e.id = any (fed_ids) from unnest(ids, kinds, awaited) as e (id, what, awaited);
  end if;
end $$;

create or replace function make_partitions(p_days integer) returns void
language plpgsql as $$
declare
  parent text;
  day timestamptz;
  month timestamptz;
begin
  perform pg_advisory_xact_lock(7283001);
  for parent in select t || k from unnest(array['objects', 'results', 'kept_pages', 'callbacks', 'deliveries', 'events']) as t, unnest(array['_days', '_archive']) as k loop
    for day in select generate_series(date_trunc('day', now(), 'UTC') - interval '1 day', date_trunc('day', now(), 'UTC') + make_interval(days => p_days), interval '1 day') loop
      execute format('create table if not exists %I partition of %I for values from (%L) to (%L)',
        parent || '_' || to_char(day at time zone 'UTC', 'YYYYMMDD'), parent, id_at(day), id_at(day + interval '1 day'));
    end loop;
  end loop;
  for month in select generate_series(date_trunc('month', now() - interval '1 day', 'UTC'), now() + make_interval(days => p_days + 28), interval '1 month') loop
    execute format('create table if not exists %I partition of ledger for values from (%L) to (%L)',
      'ledger_' || to_char(month at time zone 'UTC', 'YYYYMM'), id_at(month), id_at(month + interval '1 month'));
  end loop;
end $$;

-- Requests with `freshness`: what was asked last for each question, by a hash over everything that shapes the answer.
create table fresh (
  question bytea not null check (octet_length(question) = 32),
  -- Live and test answers never meet.
  live boolean not null,
  -- The newest object that is collected for it; empty while it is being made.
  work_id text collate "C" not null default '',
  -- The last one before it that brought an answer.
  answer_id text collate "C" not null default '',
  at timestamptz not null default now(),
  primary key (question, live)
) with (fillfactor = 70);
create index fresh_at on fresh (at);

-- Objects that wait for the answer to their question. Only ever to be woken sooner: each looks for itself every few seconds.
create table followers (
  object_id text collate "C" primary key,
  question bytea not null,
  live boolean not null
);
create index followers_question on followers (question, live);

-- The newest of these objects that has an answer not older than p_since; faulty, deleted and expired ones have none.
create function fresh_answer(p_work text, p_answer text, p_since timestamptz) returns table (id text, keep smallint, stored_elsewhere boolean)
language plpgsql as $$
begin
  return query
  select r.id, r.keep, r.body_at is not null
  from unnest(array[p_work, p_answer]) as c (id) join objects o on o.id = c.id join results r on r.keep = o.keep and r.id = o.id
  where not r.faulty and not o.deleted and o.expires_at > now() and r.generated_at >= p_since
  order by r.generated_at desc limit 1;
end $$;

-- Gives an object the answer of another one: own row, own callback, no queue. The body is in the database.
create function copy_answer(p_id text, p_source text) returns void
language plpgsql as $$
begin
  delete from queue where object_id = p_id;
  insert into results (keep, id, faulty, verdict, attempts, detail, generated_at, body, body_size, body_crc)
  select o.keep, o.id, false, r.verdict,
    json_build_array(json_build_object('source', 'reused', 'outcome', r.verdict, 'ms', 0, 'ageSeconds', age.seconds)),
    (r.detail::jsonb || jsonb_build_object('reused', true))::json, r.generated_at, r.body, r.body_size, r.body_crc
  from objects o, results r, lateral (select greatest(0, floor(extract(epoch from now() - r.generated_at)))::integer as seconds) as age
  where o.id = p_id and r.id = p_source;
  insert into outbox (object_id, keep, kind, account_id, expires_at)
  select o.id, o.keep, o.kind, o.account_id, o.expires_at from objects o where o.id = p_id and o.request->>'callback' is not null;
end $$;

create type placed_fresh as (
  verdict text, seconds integer, bound bigint, needed bigint, ids text[], over boolean[], answer bytea, at timestamptz, ready boolean[]
);

-- Places orders of which some items may be answered by what is known: p_questions[j] is null for those that may not.
-- A fresh answer is copied at once; behind an equal object in work one waits; else the object is the one that others wait for.
-- Whoever reuses or waits is charged p_reused and p_reused_over, and keeps that price whatever becomes of the other object.
-- Locks: questions in their order, then what `place` locks, then feeds.
create function place_fresh(
  p_accounts integer[], p_live boolean[], p_kinds text[], p_probe boolean[], p_scopes text[], p_keys text[], p_hashes text[],
  p_first integer[], p_count integer[],
  p_cost bigint[], p_over bigint[], p_priority smallint[], p_waits boolean[], p_delay_days integer[], p_requests json,
  p_keep_days integer[], p_deadline_seconds integer[], p_ai_seconds double precision,
  p_questions bytea[], p_fresh_seconds integer[], p_reused bigint[], p_reused_over bigint[], p_look_seconds double precision
) returns setof placed_fresh
language plpgsql as $$
#variable_conflict use_column
declare
  items constant integer := cardinality(p_cost);
  costs bigint[] := p_cost;
  overs bigint[] := p_over;
  sources text[] := array_fill(null::text, array[items]);
  follows boolean[] := array_fill(false, array[items]);
  soon boolean[] := array_fill(false, array[items]);
  led text[] := '{}';
  ready boolean[];
  fed text[] := '{}';
  mark text;
  known fresh;
  usable record;
  ahead record;
  made record;
  nth integer := 0;
  object text;
begin
  insert into fresh (question, live)
  select distinct i.question, p_live[o.n]
  from generate_subscripts(p_accounts, 1) as o (n), lateral unnest(p_questions[p_first[o.n] : p_first[o.n] + p_count[o.n] - 1]) as i (question)
  where i.question is not null order by i.question, p_live[o.n] on conflict do nothing;
  perform 1 from fresh
  where (question, live) in (
    select i.question, p_live[o.n]
    from generate_subscripts(p_accounts, 1) as o (n), lateral unnest(p_questions[p_first[o.n] : p_first[o.n] + p_count[o.n] - 1]) as i (question)
  ) order by question, live for update;

  for n in 1 .. cardinality(p_accounts) loop
    for j in p_first[n] .. p_first[n] + p_count[n] - 1 loop
      continue when p_questions[j] is null;
      mark := encode(p_questions[j], 'hex') || p_live[n];
      select * into known from fresh where question = p_questions[j] and live = p_live[n];
      select * into usable from fresh_answer(known.work_id, known.answer_id, now() - make_interval(secs => p_fresh_seconds[j]));
      if found then
        -- What lies in the object store has a key that only one row may refer to: a worker copies the bytes.
        if usable.stored_elsewhere then
          follows[j] := true;
          soon[j] := true;
        else
          sources[j] := usable.id;
        end if;
      elsif mark = any (led) then
        follows[j] := true;
      else
        select lease, priority into ahead from queue where object_id = known.work_id;
        -- One that still waits its turn behind this one is of no use to it.
        follows[j] := found and (ahead.lease is not null or ahead.priority >= p_priority[j]);
        if not follows[j] then
          led := led || mark;
        end if;
      end if;
      if follows[j] or sources[j] is not null then
        costs[j] := p_reused[j];
        overs[j] := p_reused_over[j];
      end if;
    end loop;
  end loop;

  for made in
    select * from place(p_accounts, p_live, p_kinds, p_probe, p_scopes, p_keys, p_hashes, p_first, p_count,
      costs, overs, p_priority, p_waits, p_delay_days, p_requests, p_keep_days, p_deadline_seconds, p_ai_seconds)
  loop
    nth := nth + 1;
    ready := array_fill(false, array[p_count[nth]]);
    if made.verdict = 'placed' and not p_probe[nth] then
      for j in p_first[nth] .. p_first[nth] + p_count[nth] - 1 loop
        continue when p_questions[j] is null;
        object := made.ids[j - p_first[nth] + 1];
        if sources[j] is not null then
          perform copy_answer(object, sources[j]);
          ready[j - p_first[nth] + 1] := true;
          fed := fed || object;
        elsif follows[j] then
          insert into followers (object_id, question, live) values (object, p_questions[j], p_live[nth]);
          if not soon[j] then
            update queue set due = false, run_at = now() + make_interval(secs => p_look_seconds) where object_id = object;
          end if;
        else
          perform take_question(object, p_questions[j], p_live[nth]);
        end if;
      end loop;
    end if;
    return next row (made.verdict, made.seconds, made.bound, made.needed, made.ids, made.over, made.answer, made.at, ready)::placed_fresh;
  end loop;
  if fed <> '{}' and exists (select 1 from feeds where open) then
    perform note_events(fed);
  end if;
end $$;

-- From now on this object is the one that others wait for. The caller holds the question.
create function take_question(p_object text, p_question bytea, p_live boolean) returns void
language sql volatile as $$
  update fresh f set work_id = p_object, at = now(),
    answer_id = coalesce((select a.id from fresh_answer(f.work_id, f.answer_id, '-infinity') as a), f.answer_id)
  where f.question = p_question and f.live = p_live
$$;

-- What a worker does with an object that carries `freshness`: collect it, give it the answer of `source`, or wait for an equal one.
-- When the one it waits for has failed, was deleted or is gone, it takes that one's place itself.
create function fresh_step(p_object text, p_question bytea, p_live boolean, p_seconds integer, out step text, out source text)
language plpgsql as $$
declare
  known fresh;
  own record;
  ahead record;
begin
  select o.created_at, q.priority into own from objects o join queue q on q.object_id = o.id where o.id = p_object;
  insert into fresh (question, live, work_id) values (p_question, p_live, p_object) on conflict do nothing;
  select * into known from fresh where question = p_question and live = p_live for update;
  step := 'collect';
  if known.work_id = p_object or own is null then
    return;
  end if;
  select a.id into source from fresh_answer(known.work_id, known.answer_id, own.created_at - make_interval(secs => p_seconds)) as a;
  if found then
    step := 'reuse';
    return;
  end if;
  select lease, priority into ahead from queue where object_id = known.work_id;
  if found and (ahead.lease is not null or ahead.priority >= own.priority) then
    step := 'wait';
    insert into followers (object_id, question, live) values (p_object, p_question, p_live) on conflict do nothing;
    return;
  end if;
  perform take_question(p_object, p_question, p_live);
end $$;

-- The answer is there, or will not come: whoever waits for it looks now. Answers how many.
create function wake_followers(p_questions bytea[], p_live boolean[]) returns integer
language plpgsql as $$
declare
  woken integer;
begin
  with waiting as (
    select q.object_id from unnest(p_questions, p_live) as w (question, live)
    join followers f on f.question = w.question and f.live = w.live join queue q on q.object_id = f.object_id
    where q.lease is null and not q.due for update of q skip locked
  )
  update queue q set due = true, run_at = now() from waiting where q.object_id = waiting.object_id;
  get diagnostics woken = row_count;
  return woken;
end $$;

-- Removes questions nobody can reuse any more, those who wait no longer, and events whose scheduled object is gone. Answers how many.
create function drop_flow(p_days integer, p_rows_max integer) returns bigint
language plpgsql as $$
declare
  gone bigint := 0;
  few bigint;
begin
  delete from fresh where (question, live) in (
    select question, live from fresh where at < now() - make_interval(days => p_days) limit p_rows_max for update skip locked);
  get diagnostics few = row_count;
  gone := gone + few;
  delete from followers where object_id in (
    select f.object_id from followers f where not exists (select 1 from queue q where q.object_id = f.object_id) limit p_rows_max for update skip locked);
  get diagnostics few = row_count;
  gone := gone + few;
  delete from events where keep = 2 and id in (
    select e.id from events e where e.keep = 2 and not exists (select 1 from objects o where o.keep = 2 and o.id = e.id) limit p_rows_max);
  get diagnostics few = row_count;
  return gone + few;
end $$;

call pin_plans('settle', 'note_events', 'fresh_answer', 'copy_answer', 'place_fresh', 'take_question', 'fresh_step', 'wake_followers');
do $$
begin
  execute format('alter function make_partitions(integer) security definer set search_path = %I, pg_temp', current_schema());
end $$;
