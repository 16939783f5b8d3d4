-- Two races that kill -9 and bad luck can find: a deletion beside a settlement, and a reversal beside an expiry.

-- One statement sees the database as it was when the statement began. A deletion that waits for a settlement to let go of the queue row would
-- not see the result and the callback that it left; so it looks again, with a statement each, after the row is gone.
create function remove_object(p_id text, p_account integer, p_live boolean, p_kind text) returns setof text
language plpgsql as $$
declare
  gone_keep smallint;
begin
  update objects set deleted = true
  where id = p_id and account_id = p_account and live = p_live and kind = p_kind and not deleted and expires_at > now()
  returning keep into gone_keep;
  if not found then
    return;
  end if;
  delete from queue where object_id = p_id;
  delete from outbox where object_id = p_id;
  delete from results where keep = gone_keep and id = p_id;
  delete from kept_pages where keep = gone_keep and id = p_id;
  return next p_id;
end $$;

-- Gives an object's credits back to the lots they came from; a lot that has expired meanwhile lives on for a day, as a lot of its own.
-- The caller holds the purse's lock. The ledger's primary key makes a second reversal impossible.
-- The time that counts is that of the look, not of the transaction: it may have waited for the lock while the lot was written off, and a lot
-- is written off once.
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
  update spend set credits = greatest(0, credits + charge.amount)
  where account_id = charge.account_id and live = charge.live and minute = date_trunc('minute', charge.at);
end $$;

-- For functions that find rows by id and by nothing else: the other ways are closed to them, as 0008 says why.
create procedure pin_plans(variadic p_names text[]) language plpgsql as $$
declare
  hot regprocedure;
begin
  for hot in select p.oid::regprocedure from pg_proc p where p.proname = any (p_names) and pg_function_is_visible(p.oid) loop
    execute format('alter function %s set enable_seqscan = off', hot);
    execute format('alter function %s set enable_hashjoin = off', hot);
    execute format('alter function %s set enable_mergejoin = off', hot);
    execute format('alter function %s set max_parallel_workers_per_gather = 0', hot);
    execute format('alter function %s set plan_cache_mode = force_generic_plan', hot);
    execute format('alter function %s set jit = off', hot);
  end loop;
end $$;
call pin_plans('remove_object', 'reverse_charge');
