-- Returns the seconds until at least p_room credits have left a window of p_minutes.
-- Charges of the running call are not written yet: they stay for the whole window.
create or replace function seconds_until_room(p_account integer, p_live boolean, p_minutes integer, p_room bigint) returns integer
language plpgsql stable as $$
begin
  return (
    select greatest(1, coalesce(
      ceil(extract(epoch from min(s.minute) filter (where s.left_then >= p_room) + make_interval(mins => p_minutes) - now())), p_minutes * 60))::integer
    from (
      select minute, sum(credits) over (order by minute) as left_then from spend_minutes
      where account_id = p_account and live = p_live and credits > 0 and minute > now() - make_interval(mins => p_minutes)
    ) as s
  );
end $$;
