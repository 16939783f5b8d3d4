-- Returns nothing. Pins the plans of functions that find rows by id only, for all calls and all table sizes.
create or replace procedure pin_plans(variadic p_names text[]) language plpgsql as $$
declare
  hot regprocedure;
begin
  for hot in select p.oid::regprocedure from pg_proc p where p.proname = any (p_names) and pg_function_is_visible(p.oid) loop
    execute format('alter function %s set enable_seqscan = off', hot);
    execute format('alter function %s set enable_hashjoin = off', hot);
    execute format('alter function %s set enable_mergejoin = off', hot);
    execute format('alter function %s set max_parallel_workers_per_gather = 0', hot);
    execute format('alter function %s set plan_cache_mode = force_generic_plan', hot);
    execute format('alter function %s set jit = off', hot);
  end loop;
end $$;
