-- Returns the number of hours that were added to `series_hours`, 0 or 1.
-- An hour is added two minutes after its end, so that late writes are included. Minutes are deleted after p_minute_days,
-- hours after p_hour_days.
create or replace function roll_up_series(p_minute_days integer, p_hour_days integer) returns integer language plpgsql as $$
declare
  began timestamptz;
  ended timestamptz;
begin
  select upto into began from series_rolled_up for update skip locked;
  if began is null or began + interval '1 hour 2 minutes' > now() then
    return 0;
  end if;
  -- After a long pause there is nothing between the last minute and now.
  began := greatest(began, date_trunc('hour', now(), 'UTC') - make_interval(days => p_minute_days));
  ended := began + interval '1 hour';
  insert into series_hours (name, at, key, counts, levels)
  select k.name, began, k.key,
    array(
      select sum(c.value)::bigint from series_minutes m, unnest(m.counts) with ordinality as c (value, n)
      where m.name = k.name and m.at >= began and m.at < ended and m.key = k.key group by c.n order by c.n),
    array(
      select max(l.value) from series_minutes m, unnest(m.levels) with ordinality as l (value, n)
      where m.name = k.name and m.at >= began and m.at < ended and m.key = k.key group by l.n order by l.n)
  from (select distinct name, key from series_minutes where at >= began and at < ended) as k
  on conflict (name, at, key) do nothing;
  update series_rolled_up set upto = ended;
  delete from series_minutes where at < now() - make_interval(days => p_minute_days);
  delete from series_hours where at < now() - make_interval(days => p_hour_days);
  return 1;
end $$;
