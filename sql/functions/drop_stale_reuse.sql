-- Returns the number of deleted rows, at most p_rows_max of each table.
-- Deletes requests whose results are too old to be reused, waiters without a job, and events whose scheduled object is
-- gone.
create or replace function drop_stale_reuse(p_days integer, p_rows_max integer) returns bigint
language plpgsql as $$
declare
  total bigint := 0;
  dropped bigint;
begin
  delete from reuse_index where (request_hash, live) in (
    select request_hash, live from reuse_index where at < now() - make_interval(days => p_days) limit p_rows_max for update skip locked);
  get diagnostics dropped = row_count;
  total := total + dropped;
  delete from reuse_waiters where object_id in (
    select w.object_id from reuse_waiters w where not exists (select 1 from queue q where q.object_id = w.object_id)
    limit p_rows_max for update skip locked);
  get diagnostics dropped = row_count;
  total := total + dropped;
  delete from events where retention_class = 2 and id in (
    select e.id from events e where e.retention_class = 2 and not exists (select 1 from objects o where o.retention_class = 2 and o.id = e.id)
    limit p_rows_max);
  get diagnostics dropped = row_count;
  return total + dropped;
end $$;
