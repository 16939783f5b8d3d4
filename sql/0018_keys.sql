-- Keys with bounds: what they may do, what they may spend, and how long.

-- Not "adds only": a version that has never heard of bounds would let every key do everything.
alter table keys
  add column name text,
  add column scopes text[],
  add column expires_at timestamptz,
  add column budget bigint check (budget >= 0),
  add column spent bigint not null default 0 check (spent >= 0);
alter table keys add constraint keys_keep_to_their_budget check (spent <= budget);

-- What was spent from which budget, for as long as it can still come back. Keys without a budget leave nothing here.
create table key_charges (
  object_id text collate "C" primary key,
  key_id text collate "C" not null,
  amount bigint not null check (amount >= 0)
);

-- Takes what was just charged for these objects from a key's budget; false when it is too little, and then the caller takes everything back.
-- It runs in the transaction that placed the objects, which holds the purse's lock; so nobody else can be at this key's budget.
create function spend_key(p_key text, p_ids text[]) returns boolean
language plpgsql as $$
declare
  total bigint;
begin
  with charge as (
    select ref, -amount as amount from ledger where ref = any (p_ids) and kind = 'charge'
  ), kept as (
    insert into key_charges (object_id, key_id, amount) select ref, p_key, amount from charge
  )
  select coalesce(sum(amount), 0) into total from charge;
  update keys set spent = spent + total where id = p_key and spent + total <= budget;
  return found;
end $$;

-- A reversal also gives back to the budget it came from. The lots are given back as before; this only stands in front of it.
alter function reverse_charge(text) rename to reverse_charge_lots;
create function reverse_charge(p_object text) returns void
language plpgsql as $$
begin
  perform reverse_charge_lots(p_object);
  with back as (delete from key_charges where object_id = p_object returning key_id, amount)
  update keys set spent = spent - back.amount from back where keys.id = back.key_id;
end $$;

-- Forgets what cannot come back any more: whatever has left the queue was settled, with its reversal if there was one.
create function forget_key_charges(p_most integer) returns integer
language sql volatile as $$
  with old as (
    select c.object_id from key_charges c
    where c.object_id < id_at(now() - interval '1 day') and not exists (select 1 from queue q where q.object_id = c.object_id)
    order by c.object_id limit p_most
  ), gone as (delete from key_charges k using old where k.object_id = old.object_id returning 1)
  select count(*)::integer from gone
$$;

call pin_plans('spend_key', 'reverse_charge');
