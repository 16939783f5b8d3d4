-- Returns the ids of pages of one project, in the order of the lists. Unknown pages get the next ids. It runs in its own transaction before
-- the points are recorded; a page that no point names does no harm.
create or replace function page_ids(p_account integer, p_project integer, p_hashes bigint[], p_urls text[], p_titles text[]) returns setof integer
language plpgsql as $$
#variable_conflict use_column
declare
  top_id integer;
begin
  if exists (
    select 1 from unnest(p_hashes) as h (hash)
    where not exists (select 1 from project_pages g where g.account_id = p_account and g.project_id = p_project and g.hash = h.hash offset 0)
  ) then
    perform pg_advisory_xact_lock(7283010, p_project);
    select coalesce(max(id), 0) into top_id from project_pages where account_id = p_account and project_id = p_project;
    insert into project_pages (account_id, project_id, id, hash, url, title)
    select p_account, p_project, top_id + row_number() over (order by n.nth), n.hash, n.url, n.title
    from (
      select distinct on (i.hash) i.hash, i.url, i.title, i.nth
      from unnest(p_hashes, p_urls, p_titles) with ordinality as i (hash, url, title, nth)
      where not exists (select 1 from project_pages g where g.account_id = p_account and g.project_id = p_project and g.hash = i.hash offset 0)
      order by i.hash, i.nth
    ) as n;
  end if;
  return query
    select g.id from unnest(p_hashes) with ordinality as h (hash, nth)
    cross join lateral (
      select x.id from project_pages x where x.account_id = p_account and x.project_id = p_project and x.hash = h.hash offset 0
    ) as g
    order by h.nth;
end $$;
call pin_plans('page_ids');
