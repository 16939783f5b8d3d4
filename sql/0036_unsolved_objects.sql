-- adds only: objects that nobody solved before they expired, scheduled jobs that run late, and results without a verdict.

-- An object that failed because no source could be reached has no verdict: no page came that could be judged.
alter table results alter column verdict drop not null;

-- Scheduled jobs used to be given up 15 minutes after their time. New ones get their deadline and their days from AI_GRACE_DAYS.
update objects o set expires_at = o.expires_at + interval '7 days'
from queue q where q.keep = 2 and o.keep = 2 and o.id = q.object_id and q.attempt = 0;
update queue set deadline_at = greatest(deadline_at, run_at + interval '7 days') where keep = 2 and attempt = 0;

-- Reverses and removes objects that expired unsolved: their results could not be fetched any more. Returns the number of jobs removed; call it
-- again while it is p_rows_max. Several processes may call it: one works, the others return 0. A process that dies in it leaves nothing behind.
-- An unsolved object has a row in the queue. Candidates are those whose object has expired, whose day is past p_keep_days ([usual, archive]),
-- or whose object is gone: versions before this one dropped days with unsolved objects in them.
-- Locks: purses in their order, then rows that nobody else holds. A job that is being settled or deleted right now is left to the next call.
-- There is no callback and no event: both would point to an object that cannot be fetched. The ledger has the reversal.
create function reverse_unsolved(p_keep_days integer[], p_rows_max integer) returns integer
language plpgsql as $$
#variable_conflict use_column
declare
  today constant date := (now() at time zone 'UTC')::date;
  candidates text[];
  taken text[];
  refunded text[];
  refund text;
  first_id text collate "C";
  last_id text collate "C";
begin
  -- The same lock as drop_expired: a day is either looked through or dropped.
  if not pg_try_advisory_xact_lock(7283002) then
    return 0;
  end if;
  -- Nothing expires on its first day. Of scheduled jobs only those whose time has come are looked up.
  candidates := array(
    select q.object_id from queue q
    left join lateral (select x.expires_at from objects x where x.keep = q.keep and x.id = q.object_id offset 0) as o on true
    where q.object_id < id_at(now() - interval '1 day') and (q.keep < 2 or q.run_at <= now())
      and (o.expires_at is null or o.expires_at <= now() or (q.keep < 2 and id_day(q.object_id) + 1 + p_keep_days[q.keep + 1] <= today))
    order by q.object_id limit p_rows_max);
  if candidates = '{}' then
    return 0;
  end if;
  first_id := candidates[1];
  last_id := candidates[cardinality(candidates)];

  perform 1 from purses p
  where (p.account_id, p.live) in (
    select l.account_id, l.live from ledger l
    where l.ref = any (candidates) and l.ref >= first_id and l.ref <= last_id and l.kind = 'charge'
  ) order by p.account_id, p.live for update;
  -- Objects before their jobs, as remove_object has it.
  taken := array(
    select o.id from objects o
    where o.id = any (candidates) and o.id >= first_id and o.id <= last_id for update skip locked);
  taken := taken || array(
    select c.id from unnest(candidates) as c (id)
    where not exists (select 1 from objects o where o.id = c.id and o.id >= first_id and o.id <= last_id));
  taken := array(select q.object_id from queue q where q.object_id = any (taken) for update skip locked);

  -- An object that its owner deleted is not refunded.
  refunded := array(
    select l.ref from ledger l
    where l.ref = any (taken) and l.ref >= first_id and l.ref <= last_id and l.kind = 'charge'
      and not exists (select 1 from ledger r where r.ref = l.ref and r.kind = 'reversal')
      and not exists (select 1 from objects o where o.id = l.ref and o.id >= first_id and o.id <= last_id and o.deleted));
  foreach refund in array refunded loop
    perform reverse_charge(refund);
  end loop;
  delete from queue where object_id = any (taken);
  delete from followers where object_id = any (taken);
  -- The row itself goes with its day, when the usage that is counted from it has been counted.
  update objects set deleted = true where id = any (taken) and id >= first_id and id <= last_id and not deleted;
  return cardinality(taken);
end $$;
call pin_plans('reverse_unsolved');

-- Drops what is past its days, cleans up the few things that are not partitioned. Returns the names of what was dropped.
-- No trigger hears of a table that is dropped, so the keys in it are taken out first.
-- A day is kept while one of its objects is unsolved: its charge would never be reversed, and its result could not be stored. It is also kept until
-- its charges and reversals are counted as usage, for which the objects are looked up; if counting does not advance, for seven more days and one day
-- after the last reversal. The ledger keeps the charge of every job that is still in the queue.
create or replace function drop_expired(p_keep_days integer[], p_ledger_days integer) returns setof text
language plpgsql as $$
declare
  old record;
  today constant date := (now() at time zone 'UTC')::date;
  counted constant timestamptz := (select upto from usage_counted);
  uncounted constant timestamptz := greatest(counted, now() - interval '1 day');
  oldest_job constant text collate "C" := (select min(object_id) from queue);
begin
  if not pg_try_advisory_xact_lock(7283002) then
    return;
  end if;
  for old in
    with days as materialized (
      select c.relname as name, p.relname as parent, case when p.relname like '%\_archive' then 1 else 0 end as keep, to_date(right(c.relname, 8), 'YYYYMMDD') as day
      from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
      where p.relname ~ '_(days|archive)$' and c.relname ~ '_\d{8}$' and pg_table_is_visible(c.oid)
    ), due as materialized (
      -- Decided once for all tables of a day.
      select d.keep, d.day from (
        select distinct keep, day, id_at(day::timestamp at time zone 'UTC') collate "C" as first_id,
          id_at((day + 1)::timestamp at time zone 'UTC') collate "C" as next_id
        from days
      ) as d
      where d.day + 1 + p_keep_days[d.keep + 1] <= today
        and not exists (select 1 from queue q where q.object_id >= d.first_id and q.object_id < d.next_id and q.keep = d.keep)
        and (counted >= (d.day + 1)::timestamp at time zone 'UTC' or d.day + 8 + p_keep_days[d.keep + 1] <= today)
        and not exists (select 1 from ledger l where l.kind = 'reversal' and l.at >= uncounted and l.ref >= d.first_id and l.ref < d.next_id)
    )
    select days.name, days.parent from days join due using (keep, day)
  loop
    if old.parent ~ '^(results|kept_pages)_' then
      execute format(
        'insert into loose_bodies (key, due_at) select body_at, now() from %I where body_at is not null on conflict (key) do nothing', old.name);
    end if;
    execute format('drop table %I', old.name);
    return next old.name;
  end loop;
  for old in
    select c.relname as name, right(c.relname, 6) as month
    from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    where p.relname = 'ledger' and c.relname ~ '^ledger_\d{6}$' and pg_table_is_visible(c.oid)
  loop
    if (to_date(old.month, 'YYYYMM') + interval '1 month')::date + p_ledger_days <= today
      and (oldest_job is null or oldest_job >= id_at((to_date(old.month, 'YYYYMM') + interval '1 month') at time zone 'UTC')) then
      execute format('drop table %I', old.name);
      return next old.name;
    end if;
  end loop;
  delete from results using objects o where results.keep = 2 and o.keep = 2 and o.id = results.id and o.expires_at < now();
  delete from kept_pages using objects o where kept_pages.keep = 2 and o.keep = 2 and o.id = kept_pages.id and o.expires_at < now();
  delete from callbacks using objects o where callbacks.keep = 2 and o.keep = 2 and o.id = callbacks.id and o.expires_at < now();
  delete from deliveries using objects o where deliveries.keep = 2 and o.keep = 2 and o.id = deliveries.object_id and o.expires_at < now();
  delete from objects o where o.keep = 2 and o.expires_at < now()
    and not exists (select 1 from queue q where q.object_id = o.id)
    and not exists (select 1 from ledger l where l.ref = o.id and l.kind = 'reversal' and l.at >= uncounted);
  delete from idempotency where created_at < now() - interval '24 hours';
  delete from spend where minute < now() - interval '2 days';
end $$;
do $$
begin
  execute format('alter function drop_expired(integer[], integer) security definer set search_path = %I, pg_temp', current_schema());
end $$;
