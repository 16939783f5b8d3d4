-- Returns nothing. Adds the cost of a call to the provider's day, once its response reports it.
create or replace function record_provider_cost(p_provider text, p_tokens bigint, p_spent double precision) returns void
language plpgsql as $$
begin
  insert into provider_days (provider, day, tokens, spent) values (p_provider, (now() at time zone 'UTC')::date, p_tokens, p_spent)
  on conflict (provider, day) do update set tokens = provider_days.tokens + excluded.tokens, spent = provider_days.spent + excluded.spent;
end $$;
call pin_plans('record_provider_cost');
