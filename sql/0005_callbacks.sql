-- Callbacks: an outbox of what is still to be sent, a row per object that was told or given up, a log of every try.

create table outbox (
  object_id text collate "C" primary key,
  keep smallint not null,
  kind text not null,
  account_id integer not null,
  attempt integer not null default 0,
  resend boolean not null default false,
  next_at timestamptz not null default now(),
  expires_at timestamptz not null
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
create index outbox_next on outbox (next_at);

create table callbacks (
  keep smallint not null,
  id text collate "C" not null,
  executed boolean not null,
  failed boolean not null,
  primary key (id, keep)
) partition by list (keep);
create table callbacks_days partition of callbacks for values in (0) partition by range (id);
create table callbacks_archive partition of callbacks for values in (1) partition by range (id);
create table callbacks_scheduled partition of callbacks for values in (2);

create table deliveries (
  keep smallint not null,
  object_id text collate "C" not null,
  attempt integer not null,
  status integer,
  ok boolean not null,
  reason text,
  ms integer not null,
  at timestamptz not null default now(),
  primary key (object_id, attempt, keep)
) partition by list (keep);
create table deliveries_days partition of deliveries for values in (0) partition by range (object_id);
create table deliveries_archive partition of deliveries for values in (1) partition by range (object_id);
create table deliveries_scheduled partition of deliveries for values in (2);

create type claimed_callback as (object_id text, keep smallint, kind text, account_id integer, live boolean, attempt integer, resend boolean, request json, secret text);

-- Takes what is due and keeps others off it for p_hold_seconds; a dispatcher that dies lets go by that alone.
create function claim_callbacks(p_want integer, p_hold_seconds double precision) returns setof claimed_callback
language sql volatile as $$
  with picked as (
    select object_id from outbox where next_at <= now() order by next_at limit p_want for update skip locked
  ), held as (
    update outbox set attempt = outbox.attempt + 1, next_at = now() + make_interval(secs => p_hold_seconds)
    from picked where outbox.object_id = picked.object_id
    returning outbox.object_id, outbox.keep, outbox.kind, outbox.account_id, outbox.attempt, outbox.resend
  )
  select h.object_id, h.keep, h.kind, h.account_id, o.live, h.attempt, h.resend, o.request, a.webhook_secret
  from held h join objects o on o.keep = h.keep and o.id = h.object_id join accounts a on a.id = h.account_id
$$;

-- Writes tries into the log and decides what follows: told, given up, or once more. Only the holder of an attempt may end it.
create function record_deliveries(p_tries json) returns bigint
language sql volatile as $$
  with tries as materialized (
    select t.object_id, t.attempt, t.status, t.ok, t.reason, t.ms, b.keep,
      now() + make_interval(secs => t.again_seconds) as again_at,
      t.ok or t.again_seconds is null or b.resend or now() + make_interval(secs => t.again_seconds) >= b.expires_at as ends
    from json_to_recordset(p_tries) as t (
      object_id text, attempt integer, status integer, ok boolean, reason text, ms integer, again_seconds double precision
    ) join outbox b on b.object_id = t.object_id and b.attempt = t.attempt
    for update of b
  ), logged as (
    insert into deliveries (keep, object_id, attempt, status, ok, reason, ms)
    select keep, object_id, attempt, status, ok, reason, ms from tries on conflict do nothing
  ), later as (
    update outbox b set next_at = t.again_at from tries t where b.object_id = t.object_id and not t.ends
  ), ended as (
    delete from outbox b using tries t where b.object_id = t.object_id and t.ends
  ), told as (
    insert into callbacks (keep, id, executed, failed) select keep, object_id, ok, not ok from tries where ends
    on conflict (id, keep) do update set
      executed = callbacks.executed or excluded.executed, failed = not (callbacks.executed or excluded.executed)
  )
  select count(*) from tries
$$;

create function resend_callback(p_object text) returns boolean
language sql volatile as $$
  with again as (
    insert into outbox (object_id, keep, kind, account_id, attempt, resend, expires_at)
    select o.id, o.keep, o.kind, o.account_id,
      coalesce((select max(d.attempt) from deliveries d where d.keep = o.keep and d.object_id = o.id), 0), true, o.expires_at
    from objects o join results r on r.keep = o.keep and r.id = o.id
    where o.id = p_object and not o.deleted and o.expires_at > now() and o.request->>'callback' is not null
    on conflict (object_id) do update set next_at = now()
    returning 1
  )
  select exists (select 1 from again)
$$;
