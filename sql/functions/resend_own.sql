-- Returns `sent` when the callback of an object of this account is sent once more.
-- Otherwise returns the reason: unknown, unfinished or none.
create or replace function resend_own(p_object text, p_account integer, p_live boolean) returns text
language plpgsql as $$
declare
  own record;
begin
  select o.request->>'callback' as callback, exists (select 1 from results r where r.id = o.id and r.retention_class = o.retention_class) as finished into own
  from objects o where o.id = p_object and o.account_id = p_account and o.live = p_live and not o.deleted and o.expires_at > now();
  if not found then
    return 'unknown';
  elsif own.callback is null then
    return 'none';
  elsif not own.finished then
    return 'unfinished';
  end if;
  return case when resend_callback(p_object) then 'sent' else 'unknown' end;
end $$;
call pin_plans('resend_own');
