-- adds only: what an agent may spend in one session over HTTP, where any process may answer any message.

create table agent_sessions (
  key_id text collate "C" not null,
  name text collate "C" not null,
  budget bigint not null check (budget >= 0),
  -- May pass the budget by what an order cost more than its price was.
  spent bigint not null default 0 check (spent >= 0),
  seen_at timestamptz not null default now(),
  primary key (key_id, name)
);
create index agent_sessions_age on agent_sessions (seen_at);

-- Begins a session, or goes on with it; the budget it began with stands. Others that nobody used for a day are forgotten on the way.
create function open_agent_session(p_key text, p_name text, p_budget bigint, out budget bigint, out spent bigint)
language plpgsql as $$
begin
  delete from agent_sessions s where (s.key_id, s.name) in (
    select o.key_id, o.name from agent_sessions o where o.seen_at < now() - interval '1 day' order by o.seen_at limit 100 for update skip locked);
  insert into agent_sessions as s (key_id, name, budget) values (p_key, p_name, p_budget)
  on conflict (key_id, name) do update set seen_at = now()
  returning s.budget, s.spent into open_agent_session.budget, open_agent_session.spent;
end $$;
