-- Returns nothing. Adds the pages that one worker saw since its last write to their layouts.
-- The order of the rows is fixed, so that two workers cannot deadlock. Lost counts after a server crash are acceptable, so
-- the commit does not wait for the disk.
create or replace function record_layouts(p_rows json) returns void language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into layouts as l (id, engine, device, shapes, names, pages)
  select r.id, r.engine, r.device, decode(r.shapes, 'hex'), decode(r.names, 'hex'), r.pages
  from json_to_recordset(p_rows) as r (id text, engine text, device text, shapes text, names text, pages bigint)
  order by r.id
  on conflict (id) do update set last_seen = now(), pages = l.pages + excluded.pages;
  insert into layout_hours as h (layout_id, hour, pages, judged, found, requested, filled, unparsed, suspect)
  select r.id, date_trunc('hour', now()), r.pages, r.judged, r.found, r.requested, r.filled, r.unparsed, r.suspect
  from json_to_recordset(p_rows)
    as r (id text, pages bigint, judged bigint, found bigint, requested bigint, filled bigint[], unparsed bigint, suspect bigint)
  order by r.id
  on conflict (layout_id, hour) do update set
    pages = h.pages + excluded.pages, judged = h.judged + excluded.judged, found = h.found + excluded.found,
    requested = h.requested + excluded.requested, unparsed = h.unparsed + excluded.unparsed, suspect = h.suspect + excluded.suspect,
    filled = array(select coalesce(u.stored, 0) + coalesce(u.added, 0)
      from unnest(h.filled, excluded.filled) with ordinality as u (stored, added, n) order by u.n);
end $$;
