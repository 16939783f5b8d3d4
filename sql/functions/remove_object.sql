-- Returns the id of the object when it was deleted, no row otherwise.
-- A statement sees the database as it was when the statement began. A deletion that waits for a settlement to release
-- the job would miss the result and the callback of that settlement, so each table has a separate statement after the
-- job is deleted.
create or replace function remove_object(p_id text, p_account integer, p_live boolean, p_kind text) returns setof text
language plpgsql as $$
declare
  gone_class smallint;
begin
  update objects set deleted = true
  where id = p_id and account_id = p_account and live = p_live and kind = p_kind and not deleted and expires_at > now()
  returning retention_class into gone_class;
  if not found then
    return;
  end if;
  delete from queue where object_id = p_id;
  delete from outbox where object_id = p_id;
  delete from results where retention_class = gone_class and id = p_id;
  delete from failed_pages where retention_class = gone_class and id = p_id;
  delete from provider_tasks where object_id = p_id;
  delete from cross_check_differences where object_id = p_id;
  delete from case_pages where object_id = p_id;
  return next p_id;
end $$;
call pin_plans('remove_object');
