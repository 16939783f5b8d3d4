-- Returns the number of expired, unsolved jobs that were removed and whose charges were reversed.
-- Call it again while it returns p_rows_max. Several processes may call it: one works, the others return 0.
-- An unsolved object has a job in the queue. Candidates are jobs whose object has expired or is gone, or whose day is
-- past p_retention_days ([usual, archive]).
-- Locks: account modes in their order, then rows that no other transaction holds. A job that is being settled or
-- deleted is left to the next call.
-- There is no callback and no event: both would point to an object that cannot be read. The ledger has the reversal.
create or replace function reverse_unsolved(p_retention_days integer[], p_rows_max integer) returns integer
language plpgsql as $$
#variable_conflict use_column
declare
  today constant date := (now() at time zone 'UTC')::date;
  candidates text[];
  taken text[];
  refunded text[];
  first_id text collate "C";
  last_id text collate "C";
begin
  -- The same lock as in drop_expired: a day is either scanned or dropped.
  if not pg_try_advisory_xact_lock(7283002) then
    return 0;
  end if;
  -- No object expires on its first day. Scheduled jobs that are not due are not looked up.
  candidates := array(
    select q.object_id from queue q
    left join lateral (select x.expires_at from objects x where x.retention_class = q.retention_class and x.id = q.object_id offset 0) as o on true
    where q.object_id < id_at(now() - interval '1 day') and (q.retention_class < 2 or q.run_at <= now())
      and (o.expires_at is null or o.expires_at <= now() or (q.retention_class < 2 and id_day(q.object_id) + 1 + p_retention_days[q.retention_class + 1] <= today))
    order by q.object_id limit p_rows_max);
  if candidates = '{}' then
    return 0;
  end if;
  first_id := candidates[1];
  last_id := candidates[cardinality(candidates)];

  perform 1 from account_modes m
  where (m.account_id, m.live) in (
    select l.account_id, l.live from ledger l
    where l.ref = any (candidates) and l.ref >= first_id and l.ref <= last_id and l.kind = 'charge'
  ) order by m.account_id, m.live for update;
  -- Objects before their jobs, as in remove_object.
  taken := array(
    select o.id from objects o
    where o.id = any (candidates) and o.id >= first_id and o.id <= last_id for update skip locked);
  taken := taken || array(
    select c.id from unnest(candidates) as c (id)
    where not exists (select 1 from objects o where o.id = c.id and o.id >= first_id and o.id <= last_id));
  taken := array(select q.object_id from queue q where q.object_id = any (taken) for update skip locked);

  -- An object that its owner deleted is not refunded.
  refunded := array(
    select l.ref from ledger l
    where l.ref = any (taken) and l.ref >= first_id and l.ref <= last_id and l.kind = 'charge'
      and not exists (select 1 from ledger r where r.ref = l.ref and r.kind = 'reversal')
      and not exists (select 1 from objects o where o.id = l.ref and o.id >= first_id and o.id <= last_id and o.deleted));
  if refunded <> '{}' then
    perform reverse_charges(refunded);
  end if;
  delete from queue where object_id = any (taken);
  delete from reuse_waiters where object_id = any (taken);
  -- The row is dropped with its day, after it was counted as usage.
  update objects set deleted = true where id = any (taken) and id >= first_id and id <= last_id and not deleted;
  return cardinality(taken);
end $$;
call pin_plans('reverse_unsolved');
