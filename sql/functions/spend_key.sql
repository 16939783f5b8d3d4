-- Returns whether the budget of the key covers the charges of these objects.
-- If not, the caller rolls back. It runs in the transaction that placed the objects and holds the row of
-- `account_modes`, so no other transaction changes this budget.
create or replace function spend_key(p_key text, p_ids text[]) returns boolean
language plpgsql as $$
declare
  total bigint;
begin
  with charge as (
    select ref, -amount as amount from ledger where ref = any (p_ids) and kind = 'charge'
  ), recorded as (
    insert into key_charges (object_id, key_id, amount) select ref, p_key, amount from charge
  )
  select coalesce(sum(amount), 0) into total from charge;
  update keys set spent = spent + total where id = p_key and spent + total <= budget;
  return found;
end $$;
call pin_plans('spend_key');
