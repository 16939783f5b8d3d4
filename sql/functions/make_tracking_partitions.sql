-- Returns nothing. Creates the partitions of checks by day and of points by month around today. After downtime, the latest missed slot may
-- be a month old. p_months_back creates older months as well, for imported and generated history.
create or replace function make_tracking_partitions(p_days integer, p_months_back integer) returns void
language plpgsql as $$
declare
  today constant date := (tracking_now() at time zone 'UTC')::date;
  -- The longest pause of a schedule, and a day because calendars differ from UTC.
  days_back constant integer := 33;
  day date;
  month date;
begin
  perform pg_advisory_xact_lock(7283011);
  for day in select d::date from generate_series((today - days_back)::timestamp, (today + p_days + 1)::timestamp, interval '1 day') as d loop
    continue when to_regclass('checks_' || to_char(day, 'YYYYMMDD')) is not null;
    execute format('create table %I partition of checks for values from (%s) to (%s) with (fillfactor = 80)',
      'checks_' || to_char(day, 'YYYYMMDD'), slot_at(day), slot_at(day + 1));
  end loop;
  for month in
    select d::date from generate_series(date_trunc('month', (today - days_back)::timestamp) - make_interval(months => p_months_back),
      date_trunc('month', (today + p_days + 28)::timestamp), interval '1 month') as d
  loop
    continue when to_regclass('rank_points_' || to_char(month, 'YYYYMM')) is not null;
    execute format('create table %I partition of rank_points for values from (%s) to (%s)',
      'rank_points_' || to_char(month, 'YYYYMM'), slot_at(month), slot_at(month + interval '1 month'));
  end loop;
end $$;
call run_as_owner('make_tracking_partitions');
