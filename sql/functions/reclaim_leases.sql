-- Returns the number of released jobs, at most 10,000.
-- Releases jobs whose worker sent no heartbeat for p_lease_seconds.
create or replace function reclaim_leases(p_lease_seconds double precision) returns integer
language plpgsql as $$
declare
  freed integer;
begin
  delete from workers where token in (select token from workers where seen_at < now() - make_interval(secs => p_lease_seconds) for update skip locked);
  with lost as (
    select object_id from queue where lease is not null and not exists (select 1 from workers where token = queue.lease) limit 10000 for update skip locked
  )
  update queue set lease = null, due = true, crashes = crashes + 1 from lost where queue.object_id = lost.object_id;
  get diagnostics freed = row_count;
  return freed;
end $$;
call pin_plans('reclaim_leases');
