-- Returns 0 when a call was reserved in today's budget (UTC), otherwise the seconds until tomorrow.
-- A limit of null is no limit.
create or replace function reserve_provider_call(p_provider text, p_calls bigint, p_tokens bigint, p_spent double precision) returns integer
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
call pin_plans('reserve_provider_call');
