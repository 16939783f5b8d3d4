// The ledger check of a fuzz run: one charge per acknowledged object and paid lookup.
import type { Asked, Known, ObjectKind } from './asked.ts';
import type { Findings } from './findings.ts';
import type { Target } from './service.ts';

/** Acknowledged objects and paid lookups, to be compared with the ledger. */
export interface AcknowledgedSoFar {
  readonly ids: Set<string>;
  lookups: number;
  /** Objects that may exist although their request got 502 or 504. */
  unclear: number;
  readonly lost: { charges: number; objects: number };
}

/** Records the objects that a response acknowledges, and lookups that were paid. */
export function noteAnswer(
  asked: Asked,
  { status, text }: { readonly status: number; readonly text: string },
  { known, acknowledged }: { readonly known: Known; readonly acknowledged: AcknowledgedSoFar },
): void {
  if (status === 200 && !asked.live && /^\/(?:whois|technologies)\//.test(asked.path)) acknowledged.lookups += 1;
  if (status !== 200 || asked.live || !/^post \/(?:serp|keyword|ai)\/(?:new|se)/.test(asked.operation ?? '')) return;
  for (const object of [JSON.parse(text)].flat()) {
    acknowledged.ids.add(object.id);
    const kind = asked.path.split('/')[1] as ObjectKind;
    if (known.ids[kind].length < 500) known.ids[kind].push(object.id);
    if (known.ids.any.length < 500) known.ids.any.push(object.id);
  }
}

/** One charge per acknowledged object and paid lookup, and balances that equal the ledger. */
export async function checkLedger(target: Target, known: Known, acknowledged: AcknowledgedSoFar, findings: Findings): Promise<void> {
  const [row] = await target.query(
    `select (select count(*) from ledger where account_id = $1 and not live and kind = 'charge')::int as charges,
            (select count(*) from ledger where account_id = $1 and live and kind <> 'grant')::int as live,
            (select count(*) from objects where account_id = $1)::int as objects,
            (select sum(amount) from ledger where account_id = $1 and not live)::bigint as sum,
            (select sum(remaining) from lots where account_id = $1 and not live)::bigint as balance`,
    [Number(known.account)],
  );
  const sure = {
    charges: acknowledged.ids.size + acknowledged.lookups + acknowledged.lost.charges,
    objects: acknowledged.ids.size + acknowledged.lost.objects,
  };
  for (const name of ['charges', 'objects'] as const) {
    const more = row[name] - sure[name];
    if (more < 0 || more > acknowledged.unclear) findings.add('ledger', `${row[name]} ${name} for ${sure[name]} acknowledged`, '');
    acknowledged.lost[name] += more;
  }
  // From here on the counts are exact again.
  acknowledged.unclear = 0;
  if (row.live !== 0) findings.add('ledger', `${row.live} live entries although every live request was refused`, '');
  if (String(row.sum) !== String(row.balance)) findings.add('ledger', `ledger ${row.sum}, balance ${row.balance}`, '');
}
