-- Returns true when the page was kept as a sample of its layout.
-- It is not kept when the layout has enough samples, when its case was dismissed, when its object has a sample, or when its
-- object is deleted, expired or of test mode. The lock on the object makes a deletion wait, which then deletes the sample too.
-- Locks: the object before the layout, as a deletion holds the object while it waits for a sample that a check deletes, and
-- the check may wait for the layout. The lock excludes a second sample of the object, so that the insert never waits.
create or replace function keep_case_page(
  p_layout text, p_object text, p_query json, p_content_type text, p_status integer, p_outcome text, p_reason text, p_found json,
  p_body bytea, p_size integer, p_pages_max integer, p_retention_days integer
) returns boolean language plpgsql as $$
declare
  kept_until timestamptz;
begin
  select least(o.expires_at, now() + make_interval(days => p_retention_days)) into kept_until
  from objects o where o.id = p_object and o.live and not o.deleted and o.expires_at > now() for no key update;
  if not found or exists (select 1 from case_pages where object_id = p_object) then
    return false;
  end if;
  perform 1 from layouts where id = p_layout for update;
  if not found or exists (select 1 from cases where layout_id = p_layout and state = 'dismissed')
    or (select count(*) from case_pages where layout_id = p_layout) >= p_pages_max then
    return false;
  end if;
  insert into case_pages (layout_id, n, object_id, expires_at, query, content_type, status, outcome, reason, found, body, body_size)
  select p_layout, coalesce(max(n), 0) + 1, p_object, kept_until, p_query, p_content_type, p_status, p_outcome, p_reason, p_found, p_body, p_size
  from case_pages where layout_id = p_layout;
  return true;
end $$;
