-- Returns the number of account modes whose expired lots were written off, at most 500.
-- The account modes are locked in the order in which every transaction locks them.
create or replace function expire_lots() returns integer
language plpgsql as $$
declare
  account_ids integer[];
  modes boolean[];
  lot_ids text[];
  amounts bigint[];
begin
  select array_agg(m.account_id), array_agg(m.live) into account_ids, modes
  from (
    select distinct account_id, live from lots where expires_at <= now() and remaining > 0 order by account_id, live limit 500
  ) as m;
  if account_ids is null then
    return 0;
  end if;
  perform 1 from account_modes
  where (account_id, live) in (select m.account_id, m.live from unnest(account_ids, modes) as m (account_id, live))
  order by account_id, live for update;

  -- Read again: another transaction may have spent or written off the credits before it released the lock.
  select array_agg(l.id), array_agg(l.account_id), array_agg(l.live), array_agg(l.remaining) into lot_ids, account_ids, modes, amounts
  from lots l
  where (l.account_id, l.live) in (select m.account_id, m.live from unnest(account_ids, modes) as m (account_id, live))
    and l.expires_at <= now() and l.remaining > 0;
  update lots set remaining = 0 where id = any (lot_ids);
  insert into ledger (ref, kind, account_id, live, amount, lots)
  select l.id, 'expiry', l.account_id, l.live, -l.amount, json_build_object(l.id, l.amount)
  from unnest(lot_ids, account_ids, modes, amounts) as l (id, account_id, live, amount);
  return (select count(distinct (m.account_id, m.live)) from unnest(account_ids, modes) as m (account_id, live));
end $$;
