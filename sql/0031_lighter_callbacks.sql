-- adds only: the same functions with the same parameters, for less of the database's time.

-- Who may end an attempt is decided by the row that is deleted or moved, which needs no lock of its own before it.
create or replace function record_deliveries(p_tries json) returns bigint
language plpgsql as $$
declare
  recorded bigint;
begin
  with tries as materialized (
    select t.*, now() + make_interval(secs => t.again_seconds) as again_at
    from json_to_recordset(p_tries) as t (
      object_id text, attempt integer, status integer, ok boolean, reason text, ms integer, again_seconds double precision
    )
  ), ended as (
    delete from outbox b using tries t
    where b.object_id = t.object_id and b.attempt = t.attempt and (t.ok or t.again_at is null or b.resend or t.again_at >= b.expires_at)
    returning b.keep, t.object_id, t.attempt, t.status, t.ok, t.reason, t.ms
  ), later as (
    update outbox b set next_at = t.again_at from tries t
    where b.object_id = t.object_id and b.attempt = t.attempt and not (t.ok or t.again_at is null or b.resend or t.again_at >= b.expires_at)
    returning b.keep, t.object_id, t.attempt, t.status, t.ok, t.reason, t.ms
  ), logged as (
    insert into deliveries (keep, object_id, attempt, status, ok, reason, ms)
    select * from ended union all select * from later on conflict do nothing
  ), told as (
    insert into callbacks (keep, id, executed, failed) select keep, object_id, ok, not ok from ended
    on conflict (id, keep) do update set
      executed = callbacks.executed or excluded.executed, failed = not (callbacks.executed or excluded.executed)
  )
  select (select count(*) from ended) + (select count(*) from later) into recorded;
  return recorded;
end $$;

-- Taking does not wait for the disk: what a crash of the server forgets of it is only that somebody had taken it, and it is sent once more. What was
-- taken comes with its rows, so that they are not looked up again.
create or replace function claim_callbacks(p_want integer, p_hold_seconds double precision, p_hosts text[], p_rooms integer[]) returns setof claimed_callback
language plpgsql as $$
declare
  taken outbox[];
  first_id text collate "C";
  last_id text collate "C";
begin
  perform set_config('synchronous_commit', 'off', true);
  with recursive lines (host) as (
    (select host from outbox where host <> '' order by host limit 1)
    union all
    select (select b.host from outbox b where b.host > l.host and b.host <> '' order by b.host limit 1) from lines l where l.host is not null
  ), lined as materialized (
    select d.object_id, d.next_at, d.expired
    from lines l left join unnest(p_hosts, p_rooms) as r (host, room) on r.host = l.host cross join lateral (
      select b.object_id, b.next_at, b.expires_at <= now() as expired from outbox b
      where b.host = l.host and b.host <> '' and b.next_at <= now() order by b.next_at limit least(r.room, p_want) for update of b skip locked
    ) as d
    where l.host is not null
  ), loose as materialized (
    select object_id, next_at, expires_at <= now() as expired from outbox
    where host = '' and next_at <= now() order by next_at limit p_want for update skip locked
  ), picked as (
    select object_id, expired from (select * from lined union all select * from loose) as due order by next_at limit p_want
  ), held as (
    update outbox set attempt = outbox.attempt + 1, next_at = now() + make_interval(secs => p_hold_seconds)
    from picked where outbox.object_id = picked.object_id and not picked.expired
    returning outbox as line
  ), gone as (
    delete from outbox using picked where outbox.object_id = picked.object_id and picked.expired
  )
  select array_agg(line), min((line).object_id collate "C"), max((line).object_id collate "C") into taken, first_id, last_id from held;
  if taken is null then
    return;
  end if;
  return query
  select b.object_id, b.keep, b.kind, b.account_id, o.live, b.attempt, b.resend, o.request, a.webhook_secret
  from unnest(taken) as b
  cross join lateral (select * from objects x where x.keep = b.keep and x.id = b.object_id and x.id >= first_id and x.id <= last_id offset 0) as o
  join accounts a on a.id = b.account_id;
end $$;

call pin_plans('record_deliveries', 'claim_callbacks');
