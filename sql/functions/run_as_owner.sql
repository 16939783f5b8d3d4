-- Returns nothing. Lets the named functions run with the privileges of the owner of the tables.
-- They get a fixed search path.
create or replace procedure run_as_owner(variadic p_names text[]) language plpgsql as $$
declare
  f regprocedure;
begin
  for f in select p.oid::regprocedure from pg_proc p where p.proname = any (p_names) and pg_function_is_visible(p.oid) loop
    execute format('alter function %s security definer set search_path = %I, pg_temp', f, current_schema());
  end loop;
end $$;
