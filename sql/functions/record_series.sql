-- Returns nothing. Adds values to the current minute of several series.
-- The order of the rows is fixed, so that two processes cannot deadlock. A lost minute after a server crash is acceptable,
-- so the commit does not wait for the disk.
create or replace function record_series(p_rows json) returns void language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into series_minutes as s (name, at, key, counts, levels)
  select r.name, date_trunc('minute', now()), r.key, r.counts, r.levels
  from json_to_recordset(p_rows) as r (name text, key text, counts bigint[], levels double precision[])
  order by r.name, r.key
  on conflict (name, at, key) do update set
    counts = array(
      select coalesce(u.stored, 0) + coalesce(u.added, 0) from unnest(s.counts, excluded.counts) with ordinality as u (stored, added, n) order by u.n),
    levels = array(select greatest(u.stored, u.added) from unnest(s.levels, excluded.levels) with ordinality as u (stored, added, n) order by u.n);
end $$;
