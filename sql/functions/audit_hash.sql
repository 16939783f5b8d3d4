-- Returns the hash of an audit row, which covers the hash of the row before it.
create or replace function audit_hash(a audit) returns bytea language sql immutable as $$
  select sha256(coalesce(a.previous, '') || convert_to(json_build_array(a.id, extract(epoch from a.at), a.actor, a.action, a.subject, a.detail)::text, 'UTF8'))
$$;
