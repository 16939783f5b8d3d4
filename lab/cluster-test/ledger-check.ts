// The ledger check after a run: nothing waits, every object ended once, was charged once and reversed at most once.
import type { Client } from 'pg';

const CHECKS = {
  'objects still in the queue': 'select count(*)::integer as count from queue',
  'objects without an end': 'select count(*)::integer as count from objects o where not exists (select from results r where r.id = o.id)',
  'objects that ended twice': 'select count(*)::integer as count from (select id from results group by id having count(*) > 1) as twice',
  'objects not charged exactly once': `select count(*)::integer as count from objects o
    where (select count(*) from ledger l where l.ref = o.id and l.kind = 'charge') <> 1`,
  'good objects whose credits went back': `select count(*)::integer as count from results r
    where not r.faulty and exists (select from ledger l where l.ref = r.id and l.kind = 'reversal')`,
  'faulty objects whose credits did not go back': `select count(*)::integer as count from results r
    where r.faulty and not exists (select from ledger l where l.ref = r.id and l.kind = 'reversal')`,
  'account modes that do not add up': `select count(*)::integer as count from account_modes p
    where (select coalesce(sum(remaining), 0) from lots l where l.account_id = p.account_id and l.live = p.live)
      <> (select coalesce(sum(amount), 0) from ledger g where g.account_id = p.account_id and g.live = p.live)`,
};

export async function ledgerProblems(client: Client): Promise<string[]> {
  const problems: string[] = [];
  for (const [what, text] of Object.entries(CHECKS)) {
    const { count } = (await client.query(text)).rows[0];
    if (count > 0) problems.push(`${count} ${what}`);
  }
  return problems;
}

export const waiting = async (client: Client): Promise<number> =>
  (await client.query('select count(*)::integer as count from queue')).rows[0].count;
