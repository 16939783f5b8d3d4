-- Credits: lots that are spent, and an append-only ledger.

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

-- `ref` is the object for charges and reversals, the lot for grants and expiries. The primary key allows one row of each kind.
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
-- Charges are found by their ids, which contain the time. Reversals come later, so only they need this index.
create index ledger_reversals on ledger (at) where kind = 'reversal';
-- Append-only by privileges: the owner gives up these too. Only a superuser, or an owner that grants them again, can change a row.
revoke update, delete, truncate on ledger from current_user;

-- Credits charged per minute, for hour and day limits. Only accounts with limits have rows here.
create table spend_minutes (
  account_id integer not null,
  live boolean not null,
  minute timestamptz not null,
  credits bigint not null check (credits >= 0),
  primary key (account_id, live, minute)
);

-- Usage by day of the charge. It is counted from the ledger afterwards, so that placing an order does not pay for it.
create table usage_days (
  account_id integer not null,
  live boolean not null,
  day date not null,
  kind text not null,
  engine text not null,
  credits bigint not null,
  count bigint not null,
  reversed bigint not null,
  primary key (account_id, live, day, kind, engine)
) with (fillfactor = 70);

-- The time up to which the ledger has been counted into `usage_days`.
create table usage_counted (
  one boolean primary key default true check (one),
  upto timestamptz not null
);
insert into usage_counted (upto) values (date_trunc('second', now() - interval '1 second'));
