-- Returns the places of the stored answers to keep, of times that are newest first: the three newest, and older ones of the last
-- 45 days. Of more than 12, the older one whose neighbours are nearest to each other is left out, so that the others stay spread
-- over the 45 days. Only one is, because every new answer adds one.
create or replace function answers_to_keep(p_times timestamptz[]) returns bigint[]
language sql stable as $$
  with kept as (
    select place, count(*) over () as kept, lag(time) over by_place - lead(time) over by_place as span
    from unnest(p_times) with ordinality as t(time, place)
    where place <= 3 or time > now() - interval '45 days'
    window by_place as (order by place)
  ), left_out as (
    select place from kept where kept > 12 and place > 3 order by span, place limit 1
  )
  select array(select place from kept where place not in (select place from left_out) order by place)
$$;
