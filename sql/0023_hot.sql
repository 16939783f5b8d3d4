-- adds only: the same functions with the same parameters, done by sets of rows instead of row by row.

-- Takes up to p_want jobs, the best priorities first, but p_reserve[1] of LOW and p_reserve[2] of NORMAL before all others.
-- Rows are picked and locked first, and then changed where they lie: as long as we hold its lock, nobody moves a row.
create or replace function claim(p_worker text, p_want integer, p_reserve integer[]) returns setof claimed
language plpgsql as $$
declare
  step record;
  wanted integer := p_want;
  places tid[];
  ids text[];
  last_turn bigint;
  taken integer;
begin
  insert into workers (token) values (p_worker) on conflict (token) do update set seen_at = now();
  update queue set due = true
  where object_id in (select object_id from queue where not due and run_at <= now() order by run_at limit 1000 for update skip locked);

  for step in select * from (values (0, p_reserve[1]), (1, p_reserve[2]), (3, p_want), (2, p_want), (1, p_want), (0, p_want)) as steps (priority, most) loop
    continue when wanted <= 0 or step.most <= 0;
    select array_agg(p.ctid), array_agg(p.object_id), max(p.turn) into places, ids, last_turn from (
      select q.ctid, q.object_id, q.turn from queue q
      where q.priority = step.priority and q.due and q.lease is null
      order by q.turn limit least(step.most, wanted) for update skip locked
    ) as p;
    continue when places is null;
    -- Not transactional on purpose: a lost or late step only makes the order a little less fair.
    perform setval(('turn_' || step.priority)::regclass, greatest(last_turn, (served_turns())[step.priority + 1]));
    return query
    with leased as (
      update queue q set lease = p_worker, attempt = q.attempt + 1 where q.ctid = any (places) returning q.*
    )
    select l.object_id, l.keep, l.kind, l.priority, l.attempt, l.crashes, l.deadline_at <= now(), l.waits, l.history,
      o.account_id, o.live, o.request, (extract(epoch from now() - l.run_at) * 1000)::double precision
    from leased l join objects o on o.keep = l.keep and o.id = l.object_id;
    wanted := wanted - cardinality(places);
  end loop;
end $$;

-- Finishes jobs: result, state, reversal, callback row and event together, and only for those whose lease still holds.
-- p_jobs: [{id, attempt, outcome: 'done'|'faulty'|'again', verdict, attempts, detail, age_ms, size, crc, again_seconds, page, untold}]
-- `untold` is true where the worker knows from the request that there is nobody to be called back.
-- p_body_at and p_page_at: keys of bytes that were sent to the object store; those that have been given up meanwhile cannot be settled with.
-- Where nobody has a feed, one look into an empty table is all that feeds cost.
create or replace function settle(
  p_worker text, p_jobs json, p_bodies bytea[], p_pages bytea[], p_body_at text[] default null, p_page_at text[] default null
) returns table (object_id text, kind text, waits boolean, fed boolean)
language plpgsql as $$
#variable_conflict use_column
declare
  held text[];
  ids text[];
  kinds text[];
  awaited boolean[];
  failed text[];
  failed_id text;
  fed_ids text[] := '{}';
begin
  -- Whoever moves credits locks the purses first, in one order. A text that does not hold the word has no such outcome.
  if strpos(p_jobs::text, '"faulty"') > 0 then
    perform 1 from purses p
    where (p.account_id, p.live) in (
      select o.account_id, o.live from json_to_recordset(p_jobs) as j (id text, outcome text)
      join queue q on q.object_id = j.id join objects o on o.keep = q.keep and o.id = j.id where j.outcome = 'faulty'
    ) order by p.account_id, p.live for update;
  end if;

  if strpos(p_jobs::text, '"again"') > 0 then
    update queue q set lease = null, due = false, run_at = now() + make_interval(secs => j.again_seconds), history = j.attempts
    from json_to_recordset(p_jobs) as j (id text, attempt integer, outcome text, attempts json, again_seconds double precision)
    where q.object_id = j.id and q.lease = p_worker and q.attempt = j.attempt and j.outcome = 'again';
  end if;

  if p_body_at is not null or p_page_at is not null then
    held := array(
      select key from loose_bodies where key = any (p_body_at || p_page_at) and not doomed order by key for update
    );
  end if;

  with finished as (
    delete from queue q using rows from (
      json_to_recordset(p_jobs) as (
        id text, attempt integer, outcome text, verdict text, attempts json, detail json, age_ms double precision, size integer, crc bigint, page json,
        untold boolean
      ), unnest(p_bodies), unnest(p_pages), unnest(p_body_at), unnest(p_page_at)
    ) as j (id, attempt, outcome, verdict, attempts, detail, age_ms, size, crc, page, untold, body, page_body, body_at, page_at)
    where j.outcome in ('done', 'faulty') and q.object_id = j.id and q.lease = p_worker and q.attempt = j.attempt
      and (j.body_at is null or j.body_at = any (held)) and (j.page_at is null or j.page_at = any (held))
    returning q.object_id, q.keep, q.kind, q.waits, j.outcome, j.verdict, j.attempts, j.detail, j.age_ms, j.size, j.crc, j.page, j.untold,
      j.body, j.page_body, j.body_at, j.page_at
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
    from finished f join objects o on o.keep = f.keep and o.id = f.object_id
    where f.untold is not true and o.request->>'callback' is not null
  )
  select array_agg(f.object_id), array_agg(f.kind), array_agg(f.waits), array_agg(f.object_id) filter (where f.outcome = 'faulty')
  into ids, kinds, awaited, failed from finished f;

  foreach failed_id in array coalesce(failed, '{}') loop
    perform reverse_charge(failed_id);
  end loop;
  if exists (select 1 from feeds where open) then
    fed_ids := array(select note_events(ids));
  end if;
  return query select e.id, e.what, e.awaited, e.id = any (fed_ids) from unnest(ids, kinds, awaited) as e (id, what, awaited);
end $$;

call pin_plans('claim', 'settle');
