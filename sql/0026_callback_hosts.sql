-- adds only: callbacks of a receiver that is slow stand in a line of their own, so that nobody waits behind them.

-- Empty until a dispatcher had to put the callback back because its receiver could take no more; most never are.
alter table outbox add column host text collate "C" not null default '';
create index outbox_loose on outbox (next_at) where host = '';
create index outbox_lines on outbox (host, next_at) where host <> '';

-- As the one without hosts, which older versions use: takes what is due, but of the lines of p_hosts no more than p_rooms. Going from line to line
-- costs as much for a line of a million as for one of ten.
create function claim_callbacks(p_want integer, p_hold_seconds double precision, p_hosts text[], p_rooms integer[]) returns setof claimed_callback
language sql volatile as $$
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
    returning outbox.object_id, outbox.keep, outbox.kind, outbox.account_id, outbox.attempt, outbox.resend
  ), gone as (
    delete from outbox using picked where outbox.object_id = picked.object_id and picked.expired
  )
  select h.object_id, h.keep, h.kind, h.account_id, o.live, h.attempt, h.resend, o.request, a.webhook_secret
  from held h join objects o on o.keep = h.keep and o.id = h.object_id join accounts a on a.id = h.account_id
$$;

-- Gives back what was taken and not sent, as if it had not been taken, into the line of its host. Only the holder of an attempt may.
create function put_back_callbacks(p_rows json) returns void
language sql volatile as $$
  update outbox b set attempt = b.attempt - 1, next_at = now(), host = t.host
  from json_to_recordset(p_rows) as t (object_id text, attempt integer, host text)
  where b.object_id = t.object_id and b.attempt = t.attempt
$$;

call pin_plans('claim_callbacks', 'put_back_callbacks');
