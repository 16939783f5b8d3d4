-- Returns nothing. Reverses the charges of objects by sets of rows.
-- The credits go back to their lots and to the budgets of the keys. A part whose lot has expired meanwhile becomes a
-- new lot that lasts one day. The caller holds the locks on the rows of `account_modes`. The primary key of the ledger
-- makes a second reversal impossible.
-- The clock counts, not the start of the transaction: the transaction may have waited for the lock while a lot
-- expired.
-- Its callers pin their plans, and their settings also hold here.
create or replace function reverse_charges(p_objects text[]) returns void
language plpgsql as $$
declare
  reversed_at constant timestamptz := clock_timestamp();
  first_id text collate "C" := p_objects[1];
  last_id text collate "C" := p_objects[1];
  charges ledger[];
  -- The lots that each charge goes back to, if one of its own has expired.
  targets json[];
  -- One element per charge and lot.
  lot_ids text[];
  amounts bigint[];
  usable boolean[];
  may_be_written_off boolean;
  has_minutes boolean;
  has_key_charges boolean;
begin
  -- The bounds exclude the partitions of all other months (see read_objects.sql).
  if cardinality(p_objects) > 1 then
    select min(o.id collate "C"), max(o.id collate "C") into first_id, last_id from unnest(p_objects) as o (id);
  end if;
  -- A charge of 0 credits may have no lot.
  select array_agg(c) filter (where coalesce(p.n, 1) = 1), array_agg(p.lot), array_agg(p.amount::bigint),
    array_agg(l.id is not null and (l.expires_at is null or l.expires_at > reversed_at)), bool_or(l.expires_at > reversed_at and l.remaining = 0)
  into charges, lot_ids, amounts, usable, may_be_written_off
  from ledger c left join lateral json_each_text(c.lots) with ordinality as p (lot, amount, n) on true left join lots l on l.id = p.lot
  where c.ref = any (p_objects) and c.ref >= first_id and c.ref <= last_id and c.kind = 'charge';
  if coalesce(cardinality(charges), 0) < cardinality(p_objects) then
    raise exception 'found the charges of % of % objects', coalesce(cardinality(charges), 0), cardinality(p_objects);
  end if;

  -- After a failover the clock may be behind: an empty lot may have its expiry in the ledger although its time is not over.
  if may_be_written_off then
    usable := array(
      select p.usable and not exists (select 1 from ledger e where e.ref = p.lot and e.kind = 'expiry')
      from unnest(lot_ids, usable) with ordinality as p (lot, usable, n) order by p.n);
  end if;
  if false = any (usable) then
    with part as materialized (
      select c.ordinality as charge, c.account_id, c.live, p.key as lot, p.value::bigint as amount,
        case when p.value::bigint > 0 and not usable[array_position(lot_ids, p.key)] then new_id() else p.key end as target
      from unnest(charges) with ordinality as c left join lateral json_each_text(c.lots) as p on true
    ), made as (
      insert into lots (id, account_id, live, total, remaining, expires_at)
      select part.target, part.account_id, part.live, part.amount, part.amount, reversed_at + interval '24 hours' from part where part.target <> part.lot
    )
    select array_agg(t.lots order by t.charge) into targets from (
      select part.charge, coalesce(jsonb_object_agg(part.target, part.amount) filter (where part.lot is not null), '{}')::json as lots
      from part group by part.charge
    ) as t;
  end if;
  update lots set remaining = lots.remaining + back.amount
  from (
    select p.lot, sum(p.amount)::bigint as amount from unnest(lot_ids, amounts, usable) as p (lot, amount, usable) where p.usable group by p.lot
  ) as back
  where lots.id = back.lot;

  insert into ledger (ref, kind, account_id, live, amount, lots)
  select c.ref, 'reversal', c.account_id, c.live, -c.amount, coalesce(targets[c.ordinality], c.lots) from unnest(charges) with ordinality as c;
  -- Only accounts with limits have minutes, and only keys with a budget have charges.
  select exists (select 1 from spend_minutes where account_id = any (array(select c.account_id from unnest(charges) as c))),
    exists (select 1 from key_charges where object_id = any (p_objects))
  into has_minutes, has_key_charges;
  if has_minutes then
    update spend_minutes set credits = greatest(0, spend_minutes.credits + charged.amount)
    from (
      select c.account_id, c.live, date_trunc('minute', c.at) as minute, sum(c.amount)::bigint as amount from unnest(charges) as c group by 1, 2, 3
    ) as charged
    where spend_minutes.account_id = charged.account_id and spend_minutes.live = charged.live and spend_minutes.minute = charged.minute;
  end if;
  if has_key_charges then
    with released as (
      delete from key_charges where object_id = any (p_objects) returning key_id, amount
    ), charged as (
      select released.key_id, sum(released.amount)::bigint as amount from released group by released.key_id
    )
    update keys set spent = keys.spent - charged.amount from charged where keys.id = charged.key_id;
  end if;
end $$;
