-- Returns the time by which schedules run. Tests replace it to step through a year.
create or replace function tracking_now() returns timestamptz language sql stable as $$
  select now()
$$;
