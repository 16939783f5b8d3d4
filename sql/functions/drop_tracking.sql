-- Returns the names of the partitions that were dropped: days of checks whose objects are gone and that have no pending check, and months of
-- points that are packed. A month is packed when every keyword with points in it has its packed month; the packer says which it finished.
-- Also deletes packed months, slots, figures and alerts that are older than their retention, and packed months of removed projects, at most
-- p_rows_max rows of each. 0 days: never.
create or replace function drop_tracking(p_check_days integer, p_packed_months integer[], p_history_days integer, p_alert_days integer, p_rows_max integer)
returns setof text
language plpgsql as $$
declare
  old record;
  today constant date := (tracking_now() at time zone 'UTC')::date;
  -- A packed month ends up to 31 days after its first slot.
  oldest constant integer := slot_at(today - p_history_days - 31);
  pending boolean;
begin
  if not pg_try_advisory_xact_lock(7283012) then
    return;
  end if;
  if p_history_days > 0 then
    delete from packed_points where ctid = any (array(select ctid from packed_points where first_slot < oldest order by first_slot limit p_rows_max));
    -- By project, because the keys begin with it.
    delete from project_slots where ctid = any (array(
      select s.row_id from projects p cross join lateral (
        select x.ctid as row_id from project_slots x where x.account_id = p.account_id and x.project_id = p.id and x.slot < oldest
        order by x.slot limit p_rows_max) as s
      limit p_rows_max));
    delete from slot_figures where ctid = any (array(
      select s.row_id from projects p cross join lateral (
        select x.ctid as row_id from slot_figures x where x.account_id = p.account_id and x.project_id = p.id and x.slot < oldest
        order by x.slot limit p_rows_max) as s
      limit p_rows_max));
  end if;
  -- The next project in the order of the key, again and again: each is one descent of the index.
  for old in
    with recursive packed as (
      (select account_id, project_id from packed_points order by account_id, project_id limit 1)
      union all
      select n.account_id, n.project_id from packed cross join lateral (
        select x.account_id, x.project_id from packed_points x
        where (x.account_id, x.project_id) > (packed.account_id, packed.project_id) order by x.account_id, x.project_id limit 1) as n
    )
    select account_id, project_id from packed where not exists (select 1 from projects p where p.id = packed.project_id)
  loop
    delete from packed_points where ctid = any (array(
      select ctid from packed_points where account_id = old.account_id and project_id = old.project_id limit p_rows_max));
  end loop;
  if p_alert_days > 0 then
    delete from tracking_alerts where ctid = any (array(
      select ctid from tracking_alerts where at < tracking_now() - make_interval(days => p_alert_days) limit p_rows_max));
    delete from tracking_messages where ctid = any (array(
      select ctid from tracking_messages where created_at < tracking_now() - make_interval(days => p_alert_days) limit p_rows_max));
  end if;
  -- Last, because a dropped partition locks its whole table until the end of the transaction.
  for old in
    select c.relname as name, to_date(right(c.relname, 8), 'YYYYMMDD') as day from pg_inherits i
    join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    where p.relname = 'checks' and c.relname ~ '^checks_\d{8}$' and pg_table_is_visible(c.oid)
  loop
    -- Not sooner than `make_tracking_partitions` creates them.
    continue when old.day + greatest(p_check_days + 2, 34) > today;
    execute format('select exists (select 1 from %I c join projects p on p.id = c.project_id where c.state < 2)', old.name) into pending;
    continue when pending;
    execute format('drop table %I', old.name);
    return next old.name;
  end loop;
  for old in
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    where p.relname = 'rank_points' and pg_table_is_visible(c.oid)
      and slot_at(to_date(right(c.relname, 6), 'YYYYMM')) = any (p_packed_months)
  loop
    execute format('drop table %I', old.name);
    return next old.name;
  end loop;
end $$;
call run_as_owner('drop_tracking');
