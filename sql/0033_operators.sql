-- adds only: operators with tokens of their own, of which the database knows a keyed hash.

create table operators (
  id text collate "C" primary key,
  name text not null,
  hash bytea not null unique,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  revoked_at timestamptz
);

-- A name belongs to one token at a time: the audit log names operators, and a name must say whose token it was.
create unique index operators_name on operators (lower(name)) where revoked_at is null;
