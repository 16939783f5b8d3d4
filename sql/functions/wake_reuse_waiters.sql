-- Returns the number of waiting objects that become due now.
-- They become due because the leader of their request has finished or failed.
create or replace function wake_reuse_waiters(p_request_hashes bytea[], p_live boolean[]) returns integer
language plpgsql as $$
declare
  woken integer;
begin
  with waiting as (
    select q.object_id from unnest(p_request_hashes, p_live) as w (request_hash, live)
    join reuse_waiters f on f.request_hash = w.request_hash and f.live = w.live join queue q on q.object_id = f.object_id
    where q.lease is null and not q.due for update of q skip locked
  )
  update queue q set due = true, run_at = now() from waiting where q.object_id = waiting.object_id;
  get diagnostics woken = row_count;
  return woken;
end $$;
call pin_plans('wake_reuse_waiters');
