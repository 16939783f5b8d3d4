-- Returns the number of deleted key charges, at most p_most.
-- A job that has left the queue is settled, with its reversal if there was one, so its charge cannot be reversed any
-- more.
create or replace function drop_settled_key_charges(p_most integer) returns integer
language plpgsql as $$
declare
  dropped integer;
begin
  with old as (
    select c.object_id from key_charges c
    where c.object_id < id_at(now() - interval '1 day') and not exists (select 1 from queue q where q.object_id = c.object_id)
    order by c.object_id limit p_most
  )
  delete from key_charges k using old where k.object_id = old.object_id;
  get diagnostics dropped = row_count;
  return dropped;
end $$;
