-- Returns the names of the partitions that were dropped: days of checks whose objects are gone and that have no pending check, and months of
-- points that are packed. A month is packed when every keyword with points in it has its packed month; the packer says which it finished.
-- Also deletes packed months, slots, figures and alerts that are older than their retention, p_rows_max rows of each. 0 days: never.
create or replace function drop_tracking(p_check_days integer, p_packed_months integer[], p_history_days integer, p_alert_days integer, p_rows_max integer)
returns setof text
language plpgsql as $$
declare
  old record;
  today constant date := (tracking_now() at time zone 'UTC')::date;
  pending boolean;
begin
  if not pg_try_advisory_xact_lock(7283012) then
    return;
  end if;
  for old in
    select c.relname as name, to_date(right(c.relname, 8), 'YYYYMMDD') as day from pg_inherits i
    join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    where p.relname = 'checks' and c.relname ~ '^checks_\d{8}$' and pg_table_is_visible(c.oid)
  loop
    -- Not sooner than `make_tracking_partitions` creates them.
    continue when old.day + greatest(p_check_days + 2, 34) > today;
    execute format('select exists (select 1 from %I where state < 2)', old.name) into pending;
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
  if p_history_days > 0 then
    delete from packed_points where ctid = any (array(
      select ctid from packed_points where first_slot < slot_at(today - p_history_days - 31) limit p_rows_max));
    delete from project_slots where ctid = any (array(
      select ctid from project_slots where slot < slot_at(today - p_history_days - 31) limit p_rows_max));
    delete from slot_figures where ctid = any (array(
      select ctid from slot_figures where slot < slot_at(today - p_history_days - 31) limit p_rows_max));
  end if;
  delete from tracking_alerts where ctid = any (array(
    select ctid from tracking_alerts where at < tracking_now() - make_interval(days => p_alert_days) limit p_rows_max));
  delete from tracking_messages where ctid = any (array(
    select ctid from tracking_messages where created_at < tracking_now() - make_interval(days => p_alert_days) limit p_rows_max));
end $$;
call run_as_owner('drop_tracking');
