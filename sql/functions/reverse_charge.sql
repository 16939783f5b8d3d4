-- Returns nothing. Reverses the charge of an object.
-- The credits go back to their lots and to the budget of the key. A lot that has expired meanwhile is replaced by a new
-- lot that lasts one day. The caller holds the lock on the row of `account_modes`. The primary key of the ledger makes
-- a second reversal impossible.
-- The clock counts, not the start of the transaction: the transaction may have waited for the lock while the lot
-- expired.
create or replace function reverse_charge(p_object text) returns void
language plpgsql as $$
declare
  charge record;
  part record;
  back json := '{}';
begin
  select * into charge from ledger where ref = p_object and kind = 'charge';
  for part in select key as lot, value::bigint as amount from json_each_text(charge.lots) loop
    update lots set remaining = remaining + part.amount
    where id = part.lot and (expires_at is null or expires_at > clock_timestamp())
      and not exists (select 1 from ledger written_off where written_off.ref = part.lot and written_off.kind = 'expiry');
    if not found then
      insert into lots (account_id, live, total, remaining, expires_at)
      values (charge.account_id, charge.live, part.amount, part.amount, clock_timestamp() + interval '24 hours') returning id into part.lot;
    end if;
    back := (back::jsonb || jsonb_build_object(part.lot, part.amount))::json;
  end loop;
  insert into ledger (ref, kind, account_id, live, amount, lots)
  values (p_object, 'reversal', charge.account_id, charge.live, -charge.amount, back);
  update spend_minutes set credits = greatest(0, credits + charge.amount)
  where account_id = charge.account_id and live = charge.live and minute = date_trunc('minute', charge.at);
  with released as (delete from key_charges where object_id = p_object returning key_id, amount)
  update keys set spent = spent - released.amount from released where keys.id = released.key_id;
end $$;
call pin_plans('reverse_charge');
