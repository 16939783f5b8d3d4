-- Returns failures of the SERP tasks of a period, newest task first: p_want failures after the first p_skip.
-- A task that failed has the function it was sent to. A callback that was given up has the function `pingback_url` or
-- `postback_url`, and its last response. A task can have both. At most p_scan_max tasks are examined.
create or replace function task_errors(
  p_account integer, p_live boolean, p_from timestamptz, p_to timestamptz, p_function text, p_skip integer, p_want integer, p_scan_max integer
) returns setof task_error
language plpgsql as $$
begin
  return query
  select o.id, e.function_name, o.request->'task', o.request->>'callback', e.at, d.status, d.ms
  from (
    select p.object_id from provider_tasks p
    where p.account_id = p_account and p.live = p_live
      and p.object_id >= id_at(p_from) and p.object_id < id_at(p_to + interval '1 second')
      and p.created_at >= p_from and p.created_at < p_to and p.expires_at > now() and starts_with(p.path, 'serp/')
    order by p.object_id desc limit p_scan_max
  ) as t
  join objects o on o.id = t.object_id
  join results r on r.id = o.id and r.retention_class = o.retention_class
  left join callbacks c on c.id = o.id and c.retention_class = o.retention_class and c.failed
  cross join lateral (values
    (1, case when r.faulty then o.request->'task'->>'function' end, r.generated_at),
    (2, case when c.failed then (o.request->'task'->>'callback') || '_url' end, r.generated_at)
  ) as e (n, function_name, at)
  left join lateral (
    select l.status, l.ms from deliveries l
    where e.n = 2 and l.object_id = o.id and l.retention_class = o.retention_class order by l.attempt desc limit 1
  ) as d on true
  where e.function_name is not null and (p_function is null or e.function_name = p_function)
  order by t.object_id desc, e.n offset p_skip limit p_want;
end $$;
call pin_plans('task_errors');
