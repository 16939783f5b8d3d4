-- Returns the number of callbacks that are sent once more: those of one host whose attempts since p_since failed and that
-- were never delivered. Callbacks that are due already and removed objects do not count, so a second call continues where
-- p_want ended the first.
create or replace function resend_failing(p_host text, p_since timestamptz, p_account integer, p_live boolean, p_want integer) returns bigint
language plpgsql as $$
declare
  resent bigint;
begin
  with failing as materialized (
    select distinct d.object_id from deliveries d
    join objects o on o.id = d.object_id and o.retention_class = d.retention_class and not o.deleted and o.expires_at > now()
    where d.at >= p_since and d.host = p_host and not d.ok
      and (p_account is null or d.account_id = p_account) and (p_live is null or d.live = p_live)
      and not exists (select 1 from callbacks c where c.id = d.object_id and c.retention_class = d.retention_class and c.executed)
      and not exists (select 1 from outbox b where b.object_id = d.object_id and b.next_at <= now())
    order by d.object_id limit p_want
  )
  select count(*) filter (where resend_callback(f.object_id)) into resent from failing f;
  return resent;
end $$;
