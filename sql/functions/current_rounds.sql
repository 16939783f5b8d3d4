-- Returns the round served last, per priority.
create or replace function current_rounds() returns bigint[] language sql volatile as $$
  select array[(select last_value from round_0), (select last_value from round_1), (select last_value from round_2), (select last_value from round_3)]
$$;
