-- Returns p_rounds with the rounds of the items that have a label, and counts them.
-- p_account_ids and p_live have one element per order, the other lists one per item. p_order_numbers is null for an item
-- that is not placed. The caller holds the locks on the rows of `account_modes`.
create or replace function count_label_rounds(
  p_account_ids integer[], p_live boolean[], p_order_numbers integer[], p_labels text[], p_priorities smallint[], p_rounds bigint[]
) returns bigint[]
language plpgsql as $$
#variable_conflict use_column
declare
  counted_rounds bigint[];
begin
  insert into label_rounds (label, priority)
  select distinct i.label, i.priority from unnest(p_labels, p_priorities) as i (label, priority)
  where i.label <> '' order by i.label, i.priority on conflict do nothing;
  insert into account_label_rounds (account_id, live, label, priority)
  select distinct p_account_ids[i.n], p_live[i.n], i.label, i.priority
  from unnest(p_order_numbers, p_labels, p_priorities) as i (n, label, priority) where i.n is not null and i.label <> '' on conflict do nothing;
  with item as materialized (
    select i.ordinal, i.round, p_account_ids[i.n] as account_id, p_live[i.n] as live, i.label, i.priority,
      row_number() over (partition by p_account_ids[i.n], p_live[i.n], i.label, i.priority order by i.ordinal) as nth
    from unnest(p_order_numbers, p_labels, p_priorities, p_rounds) with ordinality as i (n, label, priority, round, ordinal)
  ), added as (
    select account_id, live, label, priority, count(*) as jobs from item where label <> '' group by account_id, live, label, priority
  ), counted as (
    update account_label_rounds c set round = greatest(c.round, s.round) + a.jobs
    from added a join label_rounds s on s.label = a.label and s.priority = a.priority
    where c.account_id = a.account_id and c.live = a.live and c.label = a.label and c.priority = a.priority
    returning c.account_id, c.live, c.label, c.priority, c.round - a.jobs as first_round
  )
  select array_agg(coalesce(c.first_round + i.nth, i.round) order by i.ordinal) into counted_rounds from item i
  left join counted c on c.account_id = i.account_id and c.live = i.live and c.label = i.label and c.priority = i.priority;
  return counted_rounds;
end $$;
call pin_plans('count_label_rounds');
