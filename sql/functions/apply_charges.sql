-- Returns nothing. Records the spending of one account and mode in one call.
-- Updates lots, minutes, rounds and the time of the last AI request. The caller holds the lock on the row of
-- `account_modes`.
create or replace function apply_charges(
  p_account integer, p_live boolean, p_rounds bigint[], p_ai_at timestamptz, p_lots text[], p_spent bigint[], p_charged bigint, p_limited boolean
) returns void
language plpgsql as $$
begin
  update lots set remaining = lots.remaining - s.spent from unnest(p_lots, p_spent) as s (id, spent) where lots.id = s.id and s.spent > 0;
  update account_modes set rounds = p_rounds, ai_at = p_ai_at where account_id = p_account and live = p_live;
  if p_limited and p_charged > 0 then
    insert into spend_minutes (account_id, live, minute, credits) values (p_account, p_live, date_trunc('minute', now()), p_charged)
    on conflict (account_id, live, minute) do update set credits = spend_minutes.credits + excluded.credits;
  end if;
end $$;
call pin_plans('apply_charges');
