-- Returns the names of the partitions dropped because their retention is over.
-- Also deletes expired rows of tables without partitions. Dropping a table fires no trigger, so the keys of its blobs
-- are recorded first.
-- A day is retained while one of its objects is unsolved: its charge could not be reversed and its result could not be
-- stored. It is also retained until its charges and reversals are counted as usage, which reads the objects. If
-- counting does not advance, it is retained for seven more days and one day after the last reversal. The ledger retains
-- the charge of every job in the queue.
create or replace function drop_expired(p_retention_days integer[], p_ledger_days integer) returns setof text
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
      select c.relname as name, p.relname as parent, case when p.relname like '%\_archive' then 1 else 0 end as retention_class,
        to_date(right(c.relname, 8), 'YYYYMMDD') as day
      from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
      where p.relname ~ '_(days|archive)$' and c.relname ~ '_\d{8}$' and pg_table_is_visible(c.oid)
    ), due as materialized (
      -- Decided once for all tables of a day.
      select d.retention_class, d.day from (
        select distinct retention_class, day, id_at(day::timestamp at time zone 'UTC') collate "C" as first_id,
          id_at((day + 1)::timestamp at time zone 'UTC') collate "C" as next_id
        from days
      ) as d
      where d.day + 1 + p_retention_days[d.retention_class + 1] <= today
        and not exists (select 1 from queue q where q.object_id >= d.first_id and q.object_id < d.next_id and q.retention_class = d.retention_class)
        and (counted >= (d.day + 1)::timestamp at time zone 'UTC' or d.day + 8 + p_retention_days[d.retention_class + 1] <= today)
        and not exists (select 1 from ledger l where l.kind = 'reversal' and l.at >= uncounted and l.ref >= d.first_id and l.ref < d.next_id)
    )
    select days.name, days.parent from days join due using (retention_class, day)
  loop
    if old.parent ~ '^(results|failed_pages)_' then
      execute format(
        'insert into orphaned_blobs (key, due_at) select blob_key, now() from %I where blob_key is not null on conflict (key) do nothing', old.name);
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
  delete from results using objects o where results.retention_class = 2 and o.retention_class = 2 and o.id = results.id and o.expires_at < now();
  delete from failed_pages using objects o where failed_pages.retention_class = 2 and o.retention_class = 2 and o.id = failed_pages.id and o.expires_at < now();
  delete from callbacks using objects o where callbacks.retention_class = 2 and o.retention_class = 2 and o.id = callbacks.id and o.expires_at < now();
  delete from deliveries using objects o where deliveries.retention_class = 2 and o.retention_class = 2 and o.id = deliveries.object_id and o.expires_at < now();
  delete from objects o where o.retention_class = 2 and o.expires_at < now()
    and not exists (select 1 from queue q where q.object_id = o.id)
    and not exists (select 1 from ledger l where l.ref = o.id and l.kind = 'reversal' and l.at >= uncounted);
  delete from idempotency where created_at < now() - interval '24 hours';
  -- Waiting here for a recorded delivery, which waits for a dropped partition, would be a deadlock.
  delete from provider_tasks where object_id in (select object_id from provider_tasks where expires_at < now() for update skip locked);
  delete from cross_check_differences where at < now() - make_interval(days => p_retention_days[1]);
  delete from spend_minutes where minute < now() - interval '2 days';
  -- Last, and without waiting: a check of layouts deletes samples in another order. A sample is never stored longer than its
  -- object, even if the retention was longer when it was kept.
  delete from case_pages where (layout_id, n) in (
    select p.layout_id, p.n from case_pages p
    where p.expires_at < now() or p.kept_at < now() - make_interval(days => p_retention_days[1])
      or not exists (select 1 from objects o where o.id = p.object_id and not o.deleted)
    for update skip locked);
end $$;
call run_as_owner('drop_expired');
