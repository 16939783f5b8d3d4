-- adds only: a callback whose object has expired is given up when its turn comes; before, it was taken again for ever.

create or replace function claim_callbacks(p_want integer, p_hold_seconds double precision) returns setof claimed_callback
language sql volatile as $$
  with picked as (
    select object_id, expires_at <= now() as expired from outbox where next_at <= now() order by next_at limit p_want for update skip locked
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
call pin_plans('claim_callbacks');
