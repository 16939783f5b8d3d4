-- Returns nothing. Reverses the charges of objects by sets of rows.
-- The credits go back to their lots and to the budgets of the keys. A part whose lot has expired meanwhile becomes a
-- new lot that lasts one day. The caller holds the locks on the rows of `account_modes`. The primary key of the ledger
-- makes a second reversal impossible.
-- The clock counts, not the start of the transaction: the transaction may have waited for the lock while a lot
-- expired.
create or replace function reverse_charges(p_objects text[]) returns void
language plpgsql as $$
declare
  reversed_at constant timestamptz := clock_timestamp();
  first_id text collate "C";
  last_id text collate "C";
  -- One element per charge and lot. A charge of 0 credits may have no lot.
  refs text[];
  account_ids integer[];
  modes boolean[];
  charged bigint[];
  minutes timestamptz[];
  lot_ids text[];
  amounts bigint[];
  -- Lots that took their credits back, and the lot that each part went to.
  refilled text[];
  targets text[];
  reversals integer;
begin
  -- The bounds exclude the partitions of all other months (see read_objects.sql).
  select min(o.id collate "C"), max(o.id collate "C") into first_id, last_id from unnest(p_objects) as o (id);
  select array_agg(c.ref), array_agg(c.account_id), array_agg(c.live), array_agg(c.amount), array_agg(date_trunc('minute', c.at)),
    array_agg(part.key), array_agg(coalesce(part.value::bigint, 0))
  into refs, account_ids, modes, charged, minutes, lot_ids, amounts
  from ledger c left join lateral json_each_text(c.lots) as part on true
  where c.ref = any (p_objects) and c.ref >= first_id and c.ref <= last_id and c.kind = 'charge';

  with refill as (
    update lots set remaining = lots.remaining + back.amount
    from (select p.lot, sum(p.amount)::bigint as amount from unnest(lot_ids, amounts) as p (lot, amount) group by p.lot) as back
    where lots.id = back.lot and (lots.expires_at is null or lots.expires_at > reversed_at)
      and not exists (select 1 from ledger written_off where written_off.ref = lots.id and written_off.kind = 'expiry')
    returning lots.id
  )
  select coalesce(array_agg(refill.id), '{}') into refilled from refill;
  targets := array(
    select case when p.amount > 0 and p.lot <> all (refilled) then new_id() else p.lot end
    from unnest(lot_ids, amounts) with ordinality as p (lot, amount, n) order by p.n);
  if targets <> lot_ids then
    insert into lots (id, account_id, live, total, remaining, expires_at)
    select p.target, p.account_id, p.live, p.amount, p.amount, reversed_at + interval '24 hours'
    from unnest(targets, lot_ids, account_ids, modes, amounts) as p (target, lot, account_id, live, amount)
    where p.target <> p.lot;
  end if;

  insert into ledger (ref, kind, account_id, live, amount, lots)
  select p.ref, 'reversal', p.account_id, p.live, -p.charged, coalesce(jsonb_object_agg(p.target, p.amount) filter (where p.target is not null), '{}')::json
  from unnest(refs, account_ids, modes, charged, targets, amounts) as p (ref, account_id, live, charged, target, amount)
  group by p.ref, p.account_id, p.live, p.charged;
  get diagnostics reversals = row_count;
  if reversals < cardinality(p_objects) then
    raise exception 'reversed % of % objects: the others have no charge', reversals, cardinality(p_objects);
  end if;

  -- The parts of a charge add up to its amount.
  update spend_minutes set credits = greatest(0, spend_minutes.credits - back.amount)
  from (
    select p.account_id, p.live, p.minute, sum(p.amount)::bigint as amount
    from unnest(account_ids, modes, minutes, amounts) as p (account_id, live, minute, amount) group by p.account_id, p.live, p.minute
  ) as back
  where spend_minutes.account_id = back.account_id and spend_minutes.live = back.live and spend_minutes.minute = back.minute;
  with released as (
    delete from key_charges where object_id = any (p_objects) returning key_id, amount
  ), back as (
    select released.key_id, sum(released.amount)::bigint as amount from released group by released.key_id
  )
  update keys set spent = keys.spent - back.amount from back where keys.id = back.key_id;
end $$;
call pin_plans('reverse_charges');
