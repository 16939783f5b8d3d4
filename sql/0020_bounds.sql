-- adds only: what was spent at providers by day, for those that have a budget.

create table provider_days (
  provider text not null,
  day date not null,
  calls bigint not null default 0,
  tokens bigint not null default 0,
  -- In the provider's own money, as its answers tell it.
  spent double precision not null default 0,
  primary key (provider, day)
) with (fillfactor = 50);

-- Takes one call from today's budget, by the days of UTC; a bound of null is none. Answers 0, or the seconds until the next day when it is spent.
create function take_provider_call(p_provider text, p_calls bigint, p_tokens bigint, p_spent double precision) returns integer
language plpgsql as $$
declare
  today constant date := (now() at time zone 'UTC')::date;
begin
  insert into provider_days (provider, day) values (p_provider, today) on conflict do nothing;
  if found then
    delete from provider_days where day < today - 400;
  end if;
  update provider_days set calls = calls + 1
  where provider = p_provider and day = today
    and (p_calls is null or calls < p_calls) and (p_tokens is null or tokens < p_tokens) and (p_spent is null or spent < p_spent);
  if found then
    return 0;
  end if;
  return greatest(1, ceil(extract(epoch from (today + 1)::timestamp at time zone 'UTC' - now())))::integer;
end $$;

-- What a call turned out to cost; known only when it is answered.
create function note_provider_cost(p_provider text, p_tokens bigint, p_spent double precision) returns void
language sql volatile as $$
  insert into provider_days (provider, day, tokens, spent) values (p_provider, (now() at time zone 'UTC')::date, p_tokens, p_spent)
  on conflict (provider, day) do update set tokens = provider_days.tokens + excluded.tokens, spent = provider_days.spent + excluded.spent
$$;
