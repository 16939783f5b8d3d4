-- Audit log: append-only. Each row has the hash of the row before it.

create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor text not null,
  action text not null,
  subject text,
  detail json not null default '{}',
  previous bytea,
  hash bytea not null
);
create trigger audit_is_chained before insert on audit for each row execute function chain_audit();
create trigger audit_is_append_only before update or delete on audit for each row execute function reject_change('audit');
