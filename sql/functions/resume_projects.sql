-- Returns the projects that the service had stopped and that can go on, at most 500. They continue with their next slot: what was
-- not checked while they were stopped stays paused.
-- It only reads the credits. If they end again, the next chunk stops the project again.
create or replace function resume_projects() returns setof integer
language plpgsql as $$
#variable_conflict use_column
declare
  pause constant interval := interval '10 seconds';
  repair constant interval := interval '1 hour';
  clock constant timestamptz := tracking_now();
  stopped projects;
begin
  for stopped in
    select * from projects p where p.resume_at <= clock and p.state not in ('active', 'paused') order by p.resume_at limit 500 for no key update skip locked
  loop
    begin
      if exists (
          select 1 from keys k join accounts a on a.id = k.account_id
          where k.id = stopped.key_id and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
            and (k.scopes is null or 'tracking' = any (k.scopes)) and (k.budget is null or k.budget - k.spent >= stopped.resume_credits)
            and a.max_results >= stopped.max_results
        ) and (
          select coalesce(sum(l.remaining), 0) from lots l
          where l.account_id = stopped.account_id and l.live = stopped.live and l.remaining > 0 and (l.expires_at is null or l.expires_at > now())
        ) >= stopped.resume_credits then
        stopped.state := 'active';
        update projects set state = 'active', state_since = clock, resume_at = null, resume_credits = 0,
          next_at = case when exists (
            select 1 from project_slots s where s.account_id = stopped.account_id and s.project_id = stopped.id and s.state = 'running')
            then clock else next_slot_at(stopped) end
        where id = stopped.id;
        insert into tracking_alerts (account_id, project_id, rule_id, kind, keyword_id, day, at, body)
        values (stopped.account_id, stopped.id, '', 'resumed', 0, calendar_slot(stopped, clock) / 1440, clock, json_build_object('after', stopped.state_since))
        on conflict do nothing;
        return next stopped.id;
      else
        update projects set resume_at = clock + pause where id = stopped.id;
      end if;
    exception when invalid_parameter_value then
      -- PostgreSQL no longer knows the time zone. The others are resumed.
      update projects set resume_at = clock + repair where id = stopped.id;
    end;
  end loop;
end $$;
