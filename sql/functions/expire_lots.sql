-- Returns the number of account modes whose expired lots were written off, at most 500.
-- One account mode after the other, in the order in which every transaction locks them.
create or replace function expire_lots() returns integer
language plpgsql as $$
declare
  affected integer := 0;
  mode record;
begin
  for mode in
    select distinct account_id, live from lots where expires_at <= now() and remaining > 0 order by account_id, live limit 500
  loop
    perform 1 from account_modes where account_id = mode.account_id and live = mode.live for update;
    with expired as (
      select id, remaining from lots
      where account_id = mode.account_id and live = mode.live and expires_at <= now() and remaining > 0 for update
    ), emptied as (
      update lots set remaining = 0 from expired where lots.id = expired.id
    )
    insert into ledger (ref, kind, account_id, live, amount, lots)
    select id, 'expiry', mode.account_id, mode.live, -remaining, json_build_object(id, remaining) from expired;
    affected := affected + 1;
  end loop;
  return affected;
end $$;
