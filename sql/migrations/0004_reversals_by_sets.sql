-- backward-compatible: the previous version calls functions whose names and parameters stay.

-- The ledger is append-only by privileges. The owner gives them up too, on each partition as well.
drop trigger ledger_is_append_only on ledger;
do $$ declare part record; begin
  for part in select t.relid as name, c.relowner::regrole as owner from pg_partition_tree('ledger') as t join pg_class c on c.oid = t.relid loop
    execute format('revoke update, delete, truncate on %s from %s', part.name::regclass, part.owner);
  end loop;
end $$;

-- run: functions/reverse_charges.sql
-- run: functions/reverse_charge.sql
-- run: functions/settle_jobs.sql
-- run: functions/reverse_unsolved.sql
-- run: functions/expire_lots.sql
-- run: functions/make_partitions.sql
-- run: functions/open_agent_session.sql
-- run: functions/resend_callback.sql
