-- Returns whether the message was appended to the event feed of its account: only if the feed is enabled and its reader asked for tracking.
-- Call it last in a transaction, as `append_events`.
create or replace function append_tracking_event(p_account integer, p_live boolean, p_id text) returns boolean
language plpgsql as $$
declare
  top bigint;
begin
  update event_feeds set last_number = last_number + 1
  where account_id = p_account and live = p_live and enabled and tracking returning last_number into top;
  if not found then
    return false;
  end if;
  insert into events (retention_class, id, kind, account_id, live, number, at) values (0, p_id, 'tracking', p_account, p_live, top, clock_timestamp());
  return true;
end $$;
