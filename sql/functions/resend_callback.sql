-- Returns whether the callback of a finished object was put into the outbox once more.
create or replace function resend_callback(p_object text) returns boolean
language plpgsql as $$
begin
  insert into outbox (object_id, retention_class, kind, account_id, attempt, resend, expires_at)
  select o.id, o.retention_class, o.kind, o.account_id,
    coalesce((select max(d.attempt) from deliveries d where d.retention_class = o.retention_class and d.object_id = o.id), 0), true, o.expires_at
  from objects o join results r on r.retention_class = o.retention_class and r.id = o.id
  where o.id = p_object and not o.deleted and o.expires_at > now() and o.request->>'callback' is not null
  on conflict (object_id) do update set next_at = excluded.next_at;
  return found;
end $$;
