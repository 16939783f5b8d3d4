-- Returns the keywords to place next in a slot, in the order of `spread`, at most p_max. `waiting`: an earlier check of the keyword has no
-- point yet, so this slot skips it.
create or replace function next_checks(
  p_account integer, p_project integer, p_slot integer, p_cursor bigint, p_reach bigint, p_keywords integer[], p_max integer
) returns table (keyword_id integer, spread integer, keyword text, variant_id integer, waiting boolean)
language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
    select k.id, k.spread, k.keyword, k.variant_id, exists (
        select 1 from project_slots o join checks c
          on c.account_id = o.account_id and c.project_id = o.project_id and c.slot = o.slot and c.keyword_id = k.id
        where o.account_id = p_account and o.project_id = p_project and o.rolled_up_at is null and o.slot <> p_slot and c.state < 2)
    from tracked_keywords k
    where k.account_id = p_account and k.project_id = p_project and k.enabled and k.spread >= p_cursor and k.spread < p_reach
      and k.since_slot < p_slot and (p_keywords is null or k.id = any (p_keywords))
    order by k.spread limit p_max;
end $$;
call pin_plans('next_checks');
