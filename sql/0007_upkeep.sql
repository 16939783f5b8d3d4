-- Partitions: made ahead, dropped when their time is over. A dropped day costs nothing, where deleting its rows would cost hours.

create function id_at(p_at timestamptz) returns text language sql immutable as $$
  select lpad(to_hex(extract(epoch from p_at)::bigint), 8, '0')
$$;

-- Makes the partitions from yesterday to p_days ahead, and the ledger's months. Safe to call from everywhere at once.
create function make_partitions(p_days integer) returns void
language plpgsql as $$
declare
  parent text;
  day timestamptz;
  month timestamptz;
begin
  perform pg_advisory_xact_lock(7283001);
  for parent in select t || k from unnest(array['objects', 'results', 'kept_pages', 'callbacks', 'deliveries']) as t, unnest(array['_days', '_archive']) as k loop
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

-- Drops what is past its days, cleans up the few things that are not partitioned. Answers the names of what was dropped.
create function drop_expired(p_keep_days integer[], p_ledger_days integer) returns setof text
language plpgsql as $$
declare
  old record;
begin
  if not pg_try_advisory_xact_lock(7283002) then
    return;
  end if;
  for old in
    select c.relname as name, p.relname as parent, right(c.relname, 8) as day
    from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    where p.relname ~ '_(days|archive)$' and c.relname ~ '_\d{8}$' and pg_table_is_visible(c.oid)
  loop
    if to_date(old.day, 'YYYYMMDD') + 1 + p_keep_days[case when old.parent like '%\_archive' then 2 else 1 end] <= (now() at time zone 'UTC')::date then
      execute format('drop table %I', old.name);
      return next old.name;
    end if;
  end loop;
  for old in
    select c.relname as name, right(c.relname, 6) as month
    from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    where p.relname = 'ledger' and c.relname ~ '^ledger_\d{6}$' and pg_table_is_visible(c.oid)
  loop
    if (to_date(old.month, 'YYYYMM') + interval '1 month')::date + p_ledger_days <= (now() at time zone 'UTC')::date then
      execute format('drop table %I', old.name);
      return next old.name;
    end if;
  end loop;
  delete from results using objects o where results.keep = 2 and o.keep = 2 and o.id = results.id and o.expires_at < now();
  delete from callbacks using objects o where callbacks.keep = 2 and o.keep = 2 and o.id = callbacks.id and o.expires_at < now();
  delete from deliveries using objects o where deliveries.keep = 2 and o.keep = 2 and o.id = deliveries.object_id and o.expires_at < now();
  delete from objects where keep = 2 and expires_at < now();
  delete from idempotency where created_at < now() - interval '24 hours';
  delete from spend where minute < now() - interval '2 days';
  delete from queue q where q.lease is null and not exists (select 1 from objects o where o.keep = q.keep and o.id = q.object_id);
end $$;
