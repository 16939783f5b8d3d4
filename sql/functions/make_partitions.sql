-- Returns nothing. Creates the partitions from yesterday to p_days ahead, and the months of the ledger.
-- Several processes may call it at once.
-- Rows of a day are rarely changed and dropped together, so inserts trigger no vacuum: it could only free the space at
-- the end of each page. Results of other sizes would fill that space, each reading, changing and logging a separate
-- page: with a million results of a day, settling one cost the database 100 to 120 µs instead of 24. A test in
-- src/business/orders/days.test.ts checks the option.
create or replace function make_partitions(p_days integer) returns void
language plpgsql as $$
declare
  today constant timestamptz := date_trunc('day', now(), 'UTC');
  parent text;
  day timestamptz;
  month timestamptz;
  month_name text;
begin
  perform pg_advisory_xact_lock(7283001);
  for parent in
    select t || k from unnest(array['objects', 'results', 'failed_pages', 'callbacks', 'deliveries', 'events']) as t, unnest(array['_days', '_archive']) as k
  loop
    for day in
      select generate_series(today - interval '1 day', today + make_interval(days => p_days), interval '1 day')
    loop
      execute format('create table if not exists %I partition of %I for values from (%L) to (%L)
          with (autovacuum_vacuum_insert_threshold = -1, toast.autovacuum_vacuum_insert_threshold = -1)',
        parent || '_' || to_char(day at time zone 'UTC', 'YYYYMMDD'), parent, id_at(day), id_at(day + interval '1 day'));
    end loop;
  end loop;
  for month in
    select generate_series(date_trunc('month', now() - interval '1 day', 'UTC'), now() + make_interval(days => p_days + 28), interval '1 month')
  loop
    month_name := 'ledger_' || to_char(month at time zone 'UTC', 'YYYYMM');
    continue when to_regclass(month_name) is not null;
    execute format('create table %I partition of ledger for values from (%L) to (%L)', month_name, id_at(month), id_at(month + interval '1 month'));
    -- As on the ledger: privileges of a parent do not apply to statements that name a partition.
    execute format('revoke update, delete, truncate on %I from current_user', month_name);
  end loop;
end $$;
call run_as_owner('make_partitions');
