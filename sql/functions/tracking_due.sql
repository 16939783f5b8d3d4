-- Returns what a planner has to do: projects that may be resumed, projects that are due, checks that are due for another try.
-- Every worker asks each second, so that an idle one needs one round trip.
create or replace function tracking_due(out resume boolean, out plan boolean, out retry boolean) language plpgsql stable as $$
declare
  clock constant timestamptz := tracking_now();
begin
  resume := exists (select 1 from projects where resume_at <= clock);
  plan := exists (select 1 from projects where next_at <= clock);
  retry := exists (select 1 from checks where state = 1 and look_at <= clock);
end $$;
call pin_plans('tracking_due');
