-- Returns finished tasks of the last three days that were not collected, oldest first, at most p_want.
-- A path selects the tasks of one endpoint, or of all that begin with it. At most p_scan_max tasks are examined, finished or not.
create or replace function ready_tasks(p_account integer, p_live boolean, p_path text, p_scan_max integer, p_want integer)
returns table (id text, path text, tag text, created_at timestamptz)
language plpgsql as $$
begin
  return query
  select t.object_id, t.path, t.tag, t.created_at from (
    select * from provider_tasks p
    where p.account_id = p_account and p.live = p_live and not p.collected
      and p.object_id >= id_at(now() - interval '3 days') and p.expires_at > now() and starts_with(p.path, p_path)
    order by p.object_id limit p_scan_max
  ) as t
  where not exists (select 1 from queue q where q.object_id = any (t.object_id || t.object_ids))
  order by t.object_id limit p_want;
end $$;
call pin_plans('ready_tasks');
