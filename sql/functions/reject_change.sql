-- Returns nothing: raises an error. The triggers of append-only tables call it with the table name.
-- Privileges keep the service from changing these tables; the triggers also stop the owner.
create or replace function reject_change() returns trigger language plpgsql as $$
begin
  raise exception 'the % is only ever added to', tg_argv[0];
end $$;
