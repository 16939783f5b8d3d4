-- Returns the seconds until the oldest minute of a window stops counting.
create or replace function window_seconds(p_account integer, p_live boolean, p_minutes integer) returns integer
language plpgsql stable as $$
begin
  return (
    select greatest(1, ceil(extract(epoch from min(minute) + make_interval(mins => p_minutes) - now())))::integer
    from spend_minutes where account_id = p_account and live = p_live and credits > 0 and minute > now() - make_interval(mins => p_minutes)
  );
end $$;
