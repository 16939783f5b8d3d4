-- Returns the number of released jobs, at most 10,000.
-- Releases jobs whose worker sent no heartbeat for p_lease_seconds. Removes the label of up to 1,000 jobs that are past
-- their deadline: they only have to fail and be reversed, which every worker can do.
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
  update queue set label = '', round = 0 where ctid = any (array(
    select ctid from queue where label <> '' and lease is null and deadline_at <= now() limit 1000 for update skip locked));
  return freed;
end $$;
call pin_plans('reclaim_leases');
