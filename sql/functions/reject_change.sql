-- Returns nothing: raises an error. The trigger of an append-only table calls it with the table name.
-- Privileges keep the service from changing the audit log; the trigger also stops a superuser.
create or replace function reject_change() returns trigger language plpgsql as $$
begin
  raise exception 'the % is only ever added to', tg_argv[0];
end $$;
