-- Returns the SERP tasks of a period by the second of their creation: p_want tasks after the first p_skip.
-- Only the returned tasks are joined with their objects, because their requests may be large.
create or replace function list_tasks(
  p_account integer, p_live boolean, p_from timestamptz, p_to timestamptz, p_newest_first boolean, p_skip integer, p_want integer
) returns setof listed_task
language plpgsql as $$
declare
  first_id constant text := id_at(p_from);
  next_id constant text := id_at(p_to + interval '1 second');
  ids text[];
begin
  if p_newest_first then
    ids := array(
      select p.object_id from provider_tasks p
      where p.account_id = p_account and p.live = p_live and p.object_id >= first_id and p.object_id < next_id
        and p.created_at >= p_from and p.created_at < p_to and p.expires_at > now() and starts_with(p.path, 'serp/')
      order by p.object_id desc offset p_skip limit p_want);
  else
    ids := array(
      select p.object_id from provider_tasks p
      where p.account_id = p_account and p.live = p_live and p.object_id >= first_id and p.object_id < next_id
        and p.created_at >= p_from and p.created_at < p_to and p.expires_at > now() and starts_with(p.path, 'serp/')
      order by p.object_id offset p_skip limit p_want);
  end if;
  return query
  select o.id, o.request->'task', o.cost, o.created_at, r.generated_at, r.faulty
  from unnest(ids) with ordinality as a (id, n)
  join objects o on o.id = a.id
  left join results r on r.id = o.id and r.retention_class = o.retention_class
  order by a.n;
end $$;
call pin_plans('list_tasks');
