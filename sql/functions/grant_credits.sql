-- Returns the id of the new lot, which the ledger records as a grant.
create or replace function grant_credits(p_account integer, p_live boolean, p_total bigint, p_expires timestamptz) returns text
language plpgsql as $$
declare
  lot text;
begin
  perform 1 from account_modes where account_id = p_account and live = p_live for update;
  insert into lots (account_id, live, total, remaining, expires_at) values (p_account, p_live, p_total, p_total, p_expires) returning id into lot;
  insert into ledger (ref, kind, account_id, live, amount, lots) values (lot, 'grant', p_account, p_live, p_total, json_build_object(lot, p_total));
  return lot;
end $$;
