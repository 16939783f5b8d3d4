-- Returns the budget and the spent credits of a session, which it opens or continues.
-- A session keeps the budget that it was opened with. Deletes up to 100 sessions that were not used for a day.
create or replace function open_agent_session(p_key text, p_name text, p_budget bigint, out budget bigint, out spent bigint)
language plpgsql as $$
begin
  delete from agent_sessions s where (s.key_id, s.name) in (
    select o.key_id, o.name from agent_sessions o where o.seen_at < now() - interval '1 day' order by o.seen_at limit 100 for update skip locked);
  insert into agent_sessions as s (key_id, name, budget) values (p_key, p_name, p_budget)
  on conflict (key_id, name) do update set seen_at = excluded.seen_at
  returning s.budget, s.spent into open_agent_session.budget, open_agent_session.spent;
end $$;
