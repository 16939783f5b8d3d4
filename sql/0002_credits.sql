-- Credits: lots that are spent, and a ledger that is only ever added to.

create table lots (
  id text collate "C" primary key default new_id(),
  account_id integer not null references accounts,
  live boolean not null,
  total bigint not null check (total > 0),
  remaining bigint not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  check (remaining between 0 and total)
) with (fillfactor = 50);
create index lots_account on lots (account_id, live, expires_at);

-- `ref` is the object for charges and reversals, the lot for grants and expiries: one of each at most, by the primary key.
create table ledger (
  ref text collate "C" not null,
  kind text not null check (kind in ('grant', 'charge', 'reversal', 'expiry')),
  account_id integer not null,
  live boolean not null,
  amount bigint not null,
  lots json not null,
  at timestamptz not null default now(),
  primary key (ref, kind),
  check (case when kind in ('grant', 'reversal') then amount >= 0 else amount <= 0 end)
) partition by range (ref);
create index ledger_account on ledger (account_id, live, ref);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is only ever added to';
end $$;
create trigger ledger_is_append_only before update or delete on ledger for each row execute function refuse_change();

-- Credits as charged, by minute: what hour and day limits are measured against. Kept only for accounts with limits.
create table spend (
  account_id integer not null,
  live boolean not null,
  minute timestamptz not null,
  credits bigint not null check (credits >= 0),
  primary key (account_id, live, minute)
);

create function spent_since(p_account integer, p_live boolean, p_since timestamptz) returns bigint
language sql stable as $$
  select coalesce(sum(credits), 0)::bigint from spend where account_id = p_account and live = p_live and minute > date_trunc('minute', p_since) - interval '1 minute'
$$;

create function grant_credits(p_account integer, p_live boolean, p_total bigint, p_expires timestamptz) returns text
language plpgsql as $$
declare
  lot text;
begin
  perform 1 from purses where account_id = p_account and live = p_live for update;
  insert into lots (account_id, live, total, remaining, expires_at) values (p_account, p_live, p_total, p_total, p_expires) returning id into lot;
  insert into ledger (ref, kind, account_id, live, amount, lots) values (lot, 'grant', p_account, p_live, p_total, json_build_object(lot, p_total));
  return lot;
end $$;

-- Writes off lots whose time is over. Answers how many.
create function expire_lots() returns integer
language plpgsql as $$
declare
  gone integer := 0;
  purse record;
begin
  for purse in
    select distinct account_id, live from lots where expires_at <= now() and remaining > 0 order by account_id, live limit 500
  loop
    perform 1 from purses where account_id = purse.account_id and live = purse.live for update;
    with ended as (
      select id, remaining from lots
      where account_id = purse.account_id and live = purse.live and expires_at <= now() and remaining > 0 for update
    ), emptied as (
      update lots set remaining = 0 from ended where lots.id = ended.id
    )
    insert into ledger (ref, kind, account_id, live, amount, lots)
    select id, 'expiry', purse.account_id, purse.live, -remaining, json_build_object(id, remaining) from ended;
    gone := gone + 1;
  end loop;
  return gone;
end $$;
