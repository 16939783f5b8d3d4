-- Returns whether a call for a cross-check was reserved in today's budget (UTC) of the engine: 'reserved', 'engine' when
-- that budget is spent, or 'provider' when half of the provider's own budget is spent. The other half is for customers.
-- A limit of null is no limit. The call itself is counted for the provider where it is made.
create or replace function reserve_cross_check(
  p_engine text, p_calls bigint, p_provider text, p_provider_calls bigint, p_provider_tokens bigint, p_provider_spent double precision
) returns text language plpgsql as $$
declare
  today constant date := (now() at time zone 'UTC')::date;
begin
  if exists (
    select from provider_days
    where provider = p_provider and day = today
      and (calls * 2 >= p_provider_calls or tokens * 2 >= p_provider_tokens or spent * 2 >= p_provider_spent)
  ) then
    return 'provider';
  end if;
  insert into cross_check_days (engine, day) values (p_engine, today) on conflict do nothing;
  if found then
    delete from cross_check_days where day < today - 400;
  end if;
  update cross_check_days set calls = calls + 1 where engine = p_engine and day = today and calls < p_calls;
  return case when found then 'reserved' else 'engine' end;
end $$;
call pin_plans('reserve_cross_check');
