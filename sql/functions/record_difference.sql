-- Returns nothing. Stores where two sources differ, and deletes the oldest differences of the same pair beyond p_most.
-- The object must still exist: its owner may have deleted it while the second source was asked.
create or replace function record_difference(
  p_object text, p_engine text, p_a text, p_b text, p_agreement double precision, p_hosts_a text[], p_hosts_b text[], p_most integer
) returns void language plpgsql as $$
begin
  perform from objects where id = p_object and not deleted for share;
  if not found then
    return;
  end if;
  insert into cross_check_differences (object_id, engine, source_a, source_b, agreement, hosts_a, hosts_b)
  values (p_object, p_engine, p_a, p_b, p_agreement, p_hosts_a, p_hosts_b)
  on conflict (object_id) do nothing;
  delete from cross_check_differences where object_id in (
    select object_id from cross_check_differences where engine = p_engine and source_a = p_a and source_b = p_b
    order by at desc, object_id desc offset p_most
  );
end $$;
call pin_plans('record_difference');
