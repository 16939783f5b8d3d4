-- Returns the sums of each layout over three periods: 0 since the previous full hour, 1 the rest of the last day, 2 the rest of a week.
create or replace function layout_figures(p_engine text) returns table (
  layout_id text, period integer, pages bigint, judged bigint, found bigint, requested bigint, unparsed bigint, suspect bigint, filled bigint[]
) language sql stable as $$
  with hours as materialized (
    select h.*, case when h.hour >= date_trunc('hour', now()) - interval '1 hour' then 0 when h.hour >= now() - interval '1 day' then 1 else 2 end as period
    from layout_hours h join layouts l on l.id = h.layout_id
    where h.hour >= now() - interval '7 days' and (p_engine is null or l.engine = p_engine)
  ), fills as (
    select s.layout_id, s.period, array_agg(s.total order by s.n) as filled
    from (
      select hours.layout_id, hours.period, u.n, sum(u.value)::bigint as total
      from hours, unnest(hours.filled) with ordinality as u (value, n) group by 1, 2, 3
    ) as s group by 1, 2
  )
  select s.*, coalesce(fills.filled, '{}') from (
    select layout_id, period, sum(pages)::bigint, sum(judged)::bigint, sum(found)::bigint, sum(requested)::bigint, sum(unparsed)::bigint, sum(suspect)::bigint
    from hours group by layout_id, period
  ) as s left join fills using (layout_id, period)
$$;
