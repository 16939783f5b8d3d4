-- Returns the keywords to place next in a slot, in the order of `spread`, at most p_max. `waiting`: another check of the keyword is in
-- progress, so this slot skips it. A check that only waits for another try is not: the new slot or run comes first.
-- New keywords join the schedule with its next slot, but a manual run has them at once. Its slots are no whole hours.
create or replace function next_checks(
  p_account integer, p_project integer, p_slot integer, p_cursor bigint, p_reach bigint, p_keywords integer[], p_max integer
) returns table (keyword_id integer, spread integer, keyword text, variant_id integer, waiting boolean)
language plpgsql stable as $$
#variable_conflict use_column
declare
  ids integer[];
  spreads integer[];
  keywords text[];
  variants integer[];
  pending integer[];
begin
  select array_agg(n.id), array_agg(n.spread), array_agg(n.keyword), array_agg(n.variant_id) into ids, spreads, keywords, variants
  from (
    select k.id, k.spread, k.keyword, k.variant_id from tracked_keywords k
    where k.account_id = p_account and k.project_id = p_project and k.enabled and k.spread >= p_cursor and k.spread < p_reach
      and (k.since_slot < p_slot or p_slot % 60 > 0) and (p_keywords is null or k.id = any (p_keywords))
    order by k.spread limit p_max
  ) as n;
  -- One scan of the pending checks of all days: few checks are pending, and a keyword's may be of any slot.
  pending := array(
    select c.keyword_id from checks c where c.project_id = p_project and c.keyword_id = any (ids) and c.state = 0 and c.slot <> p_slot);
  return query
    select i.id, i.spread, i.keyword, i.variant_id, i.id = any (pending) from unnest(ids, spreads, keywords, variants) as i (id, spread, keyword, variant_id);
end $$;
call pin_plans('next_checks');
