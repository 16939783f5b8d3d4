-- Returns whether a change between two points is a fact: both were judged, and a point without the domain was deep enough to have shown
-- the other's position.
create or replace function comparable_points(
  p_code smallint, p_position smallint, p_depth smallint, p_other_code smallint, p_other_position smallint, p_other_depth smallint
) returns boolean language sql immutable parallel safe as $$
  select p_code in (1, 2, 31, 32) and p_other_code in (1, 2, 31, 32)
    and (p_position > 0 or p_other_position <= p_depth) and (p_other_position > 0 or p_position <= p_other_depth)
$$;
