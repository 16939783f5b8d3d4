-- Returns the time that a reused result shows.
-- The account that requested it sees the exact time. Any other account sees the full minute before, so that it does not
-- learn when the first account made its request, but never an older time than its request allows.
create or replace function shown_generated_at(p_generated timestamptz, p_own boolean, p_seconds double precision) returns timestamptz
language sql stable as $$
  select case when p_own then p_generated
    else least(now(), greatest(date_trunc('minute', p_generated), now() - make_interval(secs => p_seconds))) end
$$;
