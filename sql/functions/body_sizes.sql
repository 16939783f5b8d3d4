-- Returns the sizes of stored results: of the text, and of the compressed bytes in this database.
-- The second size is null for bytes in S3 storage.
create or replace function body_sizes(p_ids text[]) returns table (id text, size integer, packed integer)
language plpgsql as $$
declare
  first_id text collate "C";
  last_id text collate "C";
begin
  -- The bounds exclude the partitions of all other days; `offset 0` keeps each lookup a probe by id (see read_objects.sql).
  select min(i.id collate "C"), max(i.id collate "C") into first_id, last_id from unnest(p_ids) as i (id);
  return query
  select r.id, coalesce(r.body_size, 0), octet_length(r.body)
  from unnest(p_ids) as a (id)
  cross join lateral (select * from results x where x.id = a.id and x.id >= first_id and x.id <= last_id offset 0) as r;
end $$;
call pin_plans('body_sizes');
