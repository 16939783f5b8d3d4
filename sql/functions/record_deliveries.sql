-- Returns the number of recorded delivery attempts: delivered, given up, or to be retried.
-- The row that is deleted or moved decides whether this attempt still holds the callback, so no earlier lock is needed.
create or replace function record_deliveries(p_attempts json) returns bigint
language plpgsql as $$
declare
  recorded bigint;
begin
  with attempts as materialized (
    select t.*, now() + make_interval(secs => t.retry_seconds) as retry_at
    from json_to_recordset(p_attempts) as t (
      object_id text, attempt integer, status integer, ok boolean, reason text, ms integer, retry_seconds double precision,
      live boolean, host text, exchange json
    )
  ), ended as (
    delete from outbox b using attempts t
    where b.object_id = t.object_id and b.attempt = t.attempt and (t.ok or t.retry_at is null or b.resend or t.retry_at >= b.expires_at)
    returning b.retention_class, b.account_id, t.object_id, t.attempt, t.status, t.ok, t.reason, t.ms, t.live, t.host, t.exchange
  ), later as (
    update outbox b set next_at = t.retry_at from attempts t
    where b.object_id = t.object_id and b.attempt = t.attempt and not (t.ok or t.retry_at is null or b.resend or t.retry_at >= b.expires_at)
    returning b.retention_class, b.account_id, t.object_id, t.attempt, t.status, t.ok, t.reason, t.ms, t.live, t.host, t.exchange
  ), logged as (
    insert into deliveries (retention_class, account_id, object_id, attempt, status, ok, reason, ms, live, host, exchange)
    select * from ended union all select * from later on conflict do nothing
  ), outcome as (
    insert into callbacks (retention_class, id, executed, failed) select retention_class, object_id, ok, not ok from ended
    on conflict (id, retention_class) do update set
      executed = callbacks.executed or excluded.executed, failed = not (callbacks.executed or excluded.executed)
    returning id, executed
  ), tasks as (
    -- A task whose postback was given up can only be collected, so it is listed as ready until a later delivery succeeds.
    update provider_tasks p set collected = o.executed from outcome o
    where p.object_id = o.id and p.posted and p.collected <> o.executed
  )
  select (select count(*) from ended) + (select count(*) from later) into recorded;
  return recorded;
end $$;
call pin_plans('record_deliveries');
