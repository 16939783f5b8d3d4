// Reads everything that the invariants are held against, once all is quiet.
import { readFileSync } from 'node:fs';

const QUERIES = {
  objects: `select o.id, o.kind, o.account_id, o.deleted, o.cost, substring(o.request::text from 'o[0-9]+i[0-9]+x') as tag,
    o.request->>'callback' is not null as called from objects o where not o.live`,
  results: 'select id, faulty, verdict, detail::text as detail from results',
  ledger: "select ref, kind, account_id, amount from ledger where not live and kind in ('charge', 'reversal')",
  money: `select account_id, live, sum(lots)::bigint as lots, sum(ledger)::bigint as ledger from (
    select account_id, live, remaining as lots, 0 as ledger from lots union all select account_id, live, 0, amount from ledger
  ) as sums group by account_id, live`,
  spend: 'select account_id, sum(credits)::bigint as credits from spend_minutes where not live group by account_id',
  queue: 'select object_id as id, claim_count as attempt, crashes, lease, due from queue',
  outbox: 'select object_id as id, attempt from outbox',
  callbacks: 'select id, executed, failed from callbacks',
  events: 'select what, id, attempt, crashes, faulty, lease from chaos_events order by at',
  migrations: 'select name from migrations',
};

export async function collectEvidence(client, notesFile) {
  const rows = {};
  for (const [name, text] of Object.entries(QUERIES)) rows[name] = (await client.query(text)).rows;
  return { ...rows, notes: readNotes(notesFile) };
}

export function readNotes(file) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return line === '' ? [] : [JSON.parse(line)];
      } catch {
        // A process that was killed in the middle of its line.
        return [];
      }
    });
}
