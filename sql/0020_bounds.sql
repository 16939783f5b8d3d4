-- adds only: what was spent at providers by day, for those that have a budget, and how often an account's own options failed.

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

-- Of an account's newest live charges within p_seconds: SERPs that were asked with an agent, parameters or cookies of the customer's own, and how
-- many of them failed.
create function own_faults(p_account integer, p_seconds double precision, p_look integer, out finished integer, out faulty integer)
language plpgsql as $$
begin
  select count(*), count(*) filter (where r.faulty) into finished, faulty
  from (
    select l.ref from ledger l
    where l.account_id = p_account and l.live and l.kind = 'charge' and l.ref >= id_at(now() - make_interval(secs => p_seconds))
    order by l.ref desc limit p_look
  ) as c join objects o on o.id = c.ref join results r on r.keep = o.keep and r.id = o.id
  where o.kind = 'serp' and (o.request->>'customUserAgent' is not null
    or json_array_length(o.request->'customUrlParameter') > 0 or json_array_length(o.request->'customCookieParameter') > 0);
end $$;

call pin_plans('take_provider_call', 'note_provider_cost', 'own_faults');
