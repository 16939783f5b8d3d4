-- Returns everything known about these objects, one JSON each; p_account null means any owner.
create or replace function object_timelines(p_ids text[], p_account integer, p_live boolean) returns setof json
language plpgsql as $$
begin
  return query
  select json_build_object(
    'id', o.id, 'retentionClass', o.retention_class, 'kind', o.kind, 'account', o.account_id, 'live', o.live,
    'cost', o.cost, 'overLimit', o.over_limit, 'request', o.request,
    'created', extract(epoch from o.created_at) * 1000, 'expires', extract(epoch from o.expires_at) * 1000,
    'queue', (select json_build_object('priority', q.priority, 'claimCount', q.claim_count, 'crashes', q.crashes, 'running', q.lease is not null,
        'due', extract(epoch from q.run_at) * 1000, 'deadline', extract(epoch from q.deadline_at) * 1000, 'attempts', q.attempts)
      from queue q where q.object_id = o.id),
    'result', (select json_build_object('faulty', r.faulty, 'verdict', r.verdict, 'attempts', r.attempts, 'detail', r.detail,
        'generated', extract(epoch from r.generated_at) * 1000, 'size', r.body_size) from results r where r.id = o.id and r.retention_class = o.retention_class),
    'ledger', (select json_agg(json_build_object('kind', l.kind, 'amount', l.amount, 'lots', l.lots, 'at', extract(epoch from l.at) * 1000) order by l.at, l.kind)
      from ledger l where l.ref = o.id),
    'deliveries', (select json_agg(json_build_object('attempt', d.attempt, 'status', d.status, 'ok', d.ok, 'reason', d.reason, 'ms', d.ms,
        'at', extract(epoch from d.at) * 1000) order by d.attempt) from deliveries d where d.object_id = o.id and d.retention_class = o.retention_class),
    'callback', (select json_build_object('executed', c.executed, 'failed', c.failed) from callbacks c where c.id = o.id and c.retention_class = o.retention_class),
    'outbox', (select json_build_object('attempt', b.attempt, 'next', extract(epoch from b.next_at) * 1000) from outbox b where b.object_id = o.id))
  from unnest(p_ids) as a (id) join objects o on o.id = a.id
  where not o.deleted and o.expires_at > now() and (p_account is null or (o.account_id = p_account and o.live = p_live));
end $$;
call pin_plans('object_timelines');
