-- Returns the position of the newest comparable point at least p_days before the slot; 0 when the domain was not found then, null when
-- there is no such point within twice that time and two days.
create or replace function earlier_position(
  p_account integer, p_project integer, p_keyword integer, p_slot integer, p_days integer, p_code smallint, p_position smallint, p_depth smallint
) returns smallint language sql stable as $$
  select r.position
  from project_slots s
  cross join lateral (
    select x.position, x.code, x.depth from rank_points x
    where x.account_id = s.account_id and x.project_id = s.project_id and x.slot = s.slot and x.keyword_id = p_keyword offset 0
  ) as r
  where s.account_id = p_account and s.project_id = p_project and s.slot <= p_slot - p_days * 1440 and s.slot >= p_slot - (2 * p_days + 2) * 1440
    and comparable_points(r.code, r.position, r.depth, p_code, p_position, p_depth)
  order by s.slot desc limit 1
$$;
call pin_plans('earlier_position');
