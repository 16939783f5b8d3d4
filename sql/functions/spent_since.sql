-- Returns the credits charged since p_since.
-- A minute counts until an hour or a day after it began, so that no wait is longer than the window of the limit.
create or replace function spent_since(p_account integer, p_live boolean, p_since timestamptz) returns bigint
language plpgsql stable as $$
begin
  return (
    select coalesce(sum(credits), 0)::bigint from spend_minutes where account_id = p_account and live = p_live and minute > p_since
  );
end $$;
