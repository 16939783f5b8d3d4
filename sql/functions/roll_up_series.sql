-- Returns the number of hours that were added to `series_hours`, 0 or 1.
-- An hour is added two minutes after its end, so that late writes are included. Minutes are deleted after p_minute_days,
-- but not before their hour is added; hours after p_hour_days.
create or replace function roll_up_series(p_minute_days integer, p_hour_days integer) returns integer language plpgsql as $$
declare
  began timestamptz;
  ended timestamptz;
  oldest timestamptz := date_trunc('hour', now(), 'UTC') - make_interval(days => p_minute_days);
begin
  select upto into began from series_rolled_up for update skip locked;
  -- After a long pause, hours without minutes are skipped.
  if began < oldest then
    began := least(oldest, (select date_trunc('hour', min(at), 'UTC') from series_minutes where at >= began));
  end if;
  if began is null or began + interval '1 hour 2 minutes' > now() then
    return 0;
  end if;
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
  delete from series_minutes where at < least(ended, now() - make_interval(days => p_minute_days));
  delete from series_hours where at < now() - make_interval(days => p_hour_days);
  return 1;
end $$;
