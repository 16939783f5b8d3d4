-- adds only: the same functions with the same parameters, done by sets of rows instead of row by row.

-- Takes up to p_want jobs, the best priorities first, but p_reserve[1] of LOW and p_reserve[2] of NORMAL before all others.
-- Rows are picked and locked first, and then changed where they lie: as long as we hold its lock, nobody moves a row.
create or replace function claim(p_worker text, p_want integer, p_reserve integer[]) returns setof claimed
language plpgsql as $$
declare
  priorities constant integer[] := array[0, 1, 3, 2, 1, 0];
  most constant integer[] := array[p_reserve[1], p_reserve[2], p_want, p_want, p_want, p_want];
  taken integer[] := array[0, 0, 0, 0];
  wanted integer := p_want;
  places tid[] := '{}';
  ids text[] := '{}';
  lane integer;
  few_places tid[];
  few_ids text[];
  last_turn bigint;
  first_id text collate "C";
  last_id text collate "C";
begin
  insert into workers (token) values (p_worker) on conflict (token) do update set seen_at = now();
  update queue set due = true where ctid = any (array(
    select ctid from queue where not due and run_at <= now() order by run_at limit 1000 for update skip locked));

  for step in 1 .. 6 loop
    lane := priorities[step];
    continue when wanted <= 0 or most[step] <= 0;
    -- What we have picked of this priority before is locked by ourselves, and so it stands in front of the others again.
    select array_agg(p.ctid), array_agg(p.object_id), max(p.turn) into few_places, few_ids, last_turn from (
      select q.ctid, q.object_id, q.turn from queue q
      where q.priority = lane and q.due and q.lease is null
      order by q.turn limit least(most[step], wanted) offset taken[lane + 1] for update skip locked
    ) as p;
    continue when few_places is null;
    places := places || few_places;
    ids := ids || few_ids;
    wanted := wanted - cardinality(few_places);
    taken[lane + 1] := taken[lane + 1] + cardinality(few_places);
    -- Not transactional on purpose: a lost or late step only makes the order a little less fair.
    perform setval(('turn_' || lane)::regclass, greatest(last_turn, (served_turns())[lane + 1]));
  end loop;
  if places = '{}' then
    return;
  end if;

  -- The bounds keep all other days' partitions out of it from the start.
  select min(i.id collate "C"), max(i.id collate "C") into first_id, last_id from unnest(ids) as i (id);
  return query
  with leased as (
    update queue q set lease = p_worker, attempt = q.attempt + 1 where q.ctid = any (places) returning q.*
  ), asked as materialized (
    select o.id, o.account_id, o.live, o.request from objects o
    where o.id = any (ids) and o.id >= first_id and o.id <= last_id
  )
  select l.object_id, l.keep, l.kind, l.priority, l.attempt, l.crashes, l.deadline_at <= now(), l.waits, l.history,
    o.account_id, o.live, o.request, date_part('epoch', now() - l.run_at) * 1000
  from leased l join asked o on o.id = l.object_id;
end $$;

-- Finishes jobs: result, state, reversal, callback row and event together, and only for those whose lease still holds.
-- One element of each list for a job; outcomes are 'done', 'faulty' and 'again'. Lists that hold nothing at all may be null.
-- p_untold: the worker knows from the request that there is nobody to be called back.
-- p_body_at and p_page_at: keys of bytes that were sent to the object store; those that have been given up meanwhile cannot be settled with.
-- Answers the places in the lists of those that are finished now, of those that somebody waits for, and of those that stand in a feed.
-- Where nobody has a feed, one look into an empty table is all that feeds cost.
create function settle_jobs(
  p_worker text, p_ids text[], p_attempts integer[], p_outcomes text[], p_verdicts text[], p_tries json[], p_details json[], p_age_ms double precision[],
  p_bodies bytea[], p_sizes integer[], p_crcs bigint[], p_untold boolean[], p_again_seconds double precision[],
  p_pages json[], p_page_bodies bytea[], p_body_at text[], p_page_at text[],
  out finished integer[], out awaited integer[], out fed integer[]
)
language plpgsql as $$
#variable_conflict use_column
declare
  held text[];
  places tid[];
  keeps smallint[];
  failed text[];
  failed_id text;
  asking text[];
  first_id text collate "C";
  last_id text collate "C";
  fed_ids text[];
begin
  -- Whoever moves credits locks the purses first, in one order.
  if 'faulty' = any (p_outcomes) then
    perform 1 from purses p
    where (p.account_id, p.live) in (
      select o.account_id, o.live from unnest(p_ids, p_outcomes) as j (id, outcome)
      join queue q on q.object_id = j.id join objects o on o.keep = q.keep and o.id = j.id where j.outcome = 'faulty'
    ) order by p.account_id, p.live for update;
  end if;

  if 'again' = any (p_outcomes) then
    update queue q set lease = null, due = false, run_at = now() + make_interval(secs => j.again_seconds), history = j.tries
    from unnest(p_ids, p_attempts, p_outcomes, p_tries, p_again_seconds) as j (id, attempt, outcome, tries, again_seconds)
    cross join lateral (
      select held_row.ctid as place from queue held_row
      where held_row.object_id = j.id and coalesce(held_row.lease, '') = p_worker and held_row.attempt = j.attempt for update
    ) as mine
    where q.ctid = mine.place and j.outcome = 'again';
  end if;

  if p_body_at is not null or p_page_at is not null then
    held := array(
      select key from loose_bodies where key = any (p_body_at || p_page_at) and not doomed order by key for update
    );
  end if;

  -- Row by row and by the id alone, whatever the planner thinks of the table: if the index of leases could serve, it might walk through all that
  -- is leased, once for each job. What does not fit the lease and the attempt, or has bytes that were given up, gets no row.
  select array_agg(q.place) filter (where q.keep is not null), array_agg(q.keep order by j.n), array_agg(j.n) filter (where q.keep is not null),
    array_agg(j.n) filter (where q.waits), array_agg(j.id) filter (where q.keep is not null and j.outcome = 'faulty'),
    array_agg(j.id) filter (where q.keep is not null and j.untold is not true), min(j.id collate "C"), max(j.id collate "C")
  into places, keeps, finished, awaited, failed, asking, first_id, last_id
  from unnest(p_ids, p_attempts, p_outcomes, p_untold, p_body_at, p_page_at) with ordinality as j (id, attempt, outcome, untold, body_at, page_at, n)
  left join lateral (
    select held_row.ctid as place, held_row.keep, held_row.waits from queue held_row
    where held_row.object_id = j.id and coalesce(held_row.lease, '') = p_worker and held_row.attempt = j.attempt and j.outcome <> 'again'
      and (j.body_at is null or j.body_at = any (held)) and (j.page_at is null or j.page_at = any (held))
    for update
  ) as q on true;
  if finished is null then
    return;
  end if;

  delete from queue where ctid = any (places);
  insert into results (keep, id, faulty, verdict, attempts, detail, generated_at, body, body_size, body_crc, body_at)
  select j.keep, j.id, j.outcome = 'faulty', j.verdict, j.tries, coalesce(j.detail, '{}'), now() - make_interval(secs => j.age_ms / 1000),
    j.body, j.size, j.crc, j.body_at
  from unnest(keeps, p_ids, p_outcomes, p_verdicts, p_tries, p_details, p_age_ms, p_bodies, p_sizes, p_crcs, p_body_at)
    as j (keep, id, outcome, verdict, tries, detail, age_ms, body, size, crc, body_at)
  where j.keep is not null;
  if p_pages is not null then
    insert into kept_pages (keep, id, url, status, reason, body, body_at)
    select j.keep, j.id, j.page->>'url', (j.page->>'status')::integer, j.page->>'reason', j.body, j.body_at
    from unnest(keeps, p_ids, p_pages, p_page_bodies, p_page_at) as j (keep, id, page, body, body_at)
    where j.keep is not null and j.page is not null and (j.body is not null or j.body_at is not null);
  end if;
  if held is not null then
    delete from loose_bodies where key = any (array(
      select unnest(array[j.body_at, j.page_at]) from unnest(keeps, p_body_at, p_page_at) as j (keep, body_at, page_at) where j.keep is not null));
  end if;

  -- The bounds keep all other days' partitions out of it from the start.
  if asking is not null then
    insert into outbox (object_id, keep, kind, account_id, expires_at)
    select o.id, o.keep, o.kind, o.account_id, o.expires_at from objects o
    where o.id = any (asking) and o.id >= first_id and o.id <= last_id and o.request->>'callback' is not null;
  end if;

  foreach failed_id in array coalesce(failed, '{}') loop
    perform reverse_charge(failed_id);
  end loop;
  if exists (select 1 from feeds where open) then
    fed_ids := array(select note_events(array(select p_ids[n] from unnest(finished) as n)));
    fed := array(select n from unnest(finished) as n where p_ids[n] = any (fed_ids));
  end if;
end $$;

-- The same as processes of the version before ask for it.
-- p_jobs: [{id, attempt, outcome: 'done'|'faulty'|'again', verdict, attempts, detail, age_ms, size, crc, again_seconds, page}]
create or replace function settle(
  p_worker text, p_jobs json, p_bodies bytea[], p_pages bytea[], p_body_at text[] default null, p_page_at text[] default null
) returns table (object_id text, kind text, waits boolean, fed boolean)
language sql volatile as $$
  with job as (
    select array_agg(id) as ids, array_agg(attempt) as attempts, array_agg(outcome) as outcomes, array_agg(verdict) as verdicts,
      array_agg(attempts) as tries, array_agg(detail) as details, array_agg(age_ms) as ages, array_agg(size) as sizes, array_agg(crc) as crcs,
      array_agg(again_seconds) as again_seconds, array_agg(page) as pages
    from json_to_recordset(p_jobs) as j (
      id text, attempt integer, outcome text, verdict text, attempts json, detail json, age_ms double precision, size integer, crc bigint,
      again_seconds double precision, page json
    )
  )
  select ids[n], (select o.kind from objects o where o.id = ids[n]), coalesce(n = any (s.awaited), false), coalesce(n = any (s.fed), false)
  from job, settle_jobs(
    p_worker, ids, attempts, outcomes, verdicts, tries, details, ages, p_bodies, sizes, crcs, null, again_seconds, pages, p_pages, p_body_at, p_page_at
  ) as s, unnest(s.finished) as n
$$;

call pin_plans('claim', 'settle', 'settle_jobs');
-- Its one join puts two lists of the same few rows together, which are both there already.
alter function claim(text, integer, integer[]) set enable_hashjoin = on;
alter function claim(text, integer, integer[]) set enable_nestloop = off;

