// Many stored objects for tests of exports, and a client that reads an export piece by piece.
import { get, type IncomingMessage } from 'node:http';
import type { Db } from '../src/platform/db.ts';
import { makePartitions } from './past.ts';

const COPY = {
  name: 'copy_for_export',
  text: `with copies as (
      select id_at(now() - make_interval(days => $3::integer)) || right(md5(concat_ws(' ', $1::text, $3::integer, n)), 16) as id from generate_series(1, $2::integer) as n),
    stored as (
      insert into objects (retention_class, id, kind, account_id, live, request, cost, over_limit, created_at, expires_at)
      select o.retention_class, c.id, o.kind, o.account_id, o.live, o.request, o.cost, false, now() - make_interval(days => $3), now() + interval '1 day'
      from objects o, copies c where o.id = $1),
    charged as (
      insert into ledger (ref, kind, account_id, live, amount, lots, at)
      select c.id, l.kind, l.account_id, l.live, l.amount, l.lots, l.at from ledger l, copies c where l.ref = $1 and l.kind = 'charge'),
    finished as (
      insert into results (retention_class, id, faulty, verdict, attempts, detail, generated_at, body, body_size, body_crc)
      select r.retention_class, c.id, r.faulty, r.verdict, r.attempts, r.detail, r.generated_at, r.body, r.body_size, r.body_crc
      from results r, copies c where r.id = $1)
    select id from copies order by id collate "C" desc`,
};

/** Stores copies of a finished object, as if created that many days ago. Returns their ids, newest first. */
export async function copyObject(db: Db, id: string, copies: number, daysAgo = 0): Promise<string[]> {
  if (daysAgo > 0) await makePartitions(db, daysAgo);
  return (await db.query<{ id: string }>(COPY, [id, copies, daysAgo])).map((row) => row.id);
}

export interface OpenedExport {
  readonly response: IncomingMessage;
  /** Reads the rest. `complete` is false when the connection broke before the end. */
  read(): Promise<{ readonly bytes: Buffer; readonly complete: boolean }>;
}

/** Resolves when the headers have arrived. Nothing of the body is read before `read`. */
export const openExport = (base: string, path: string, key: string): Promise<OpenedExport> =>
  new Promise((resolve, reject) => {
    const request = get(`${base}${path}`, { agent: false, headers: { authorization: `Bearer ${key}` } }, (response) => {
      const read: OpenedExport['read'] = async () => {
        const chunks: Buffer[] = [];
        try {
          for await (const chunk of response) chunks.push(chunk as Buffer);
        } catch {
          // A broken connection. `complete` reports it.
        }
        return { bytes: Buffer.concat(chunks), complete: response.complete };
      };
      resolve({ response, read });
    });
    request.once('error', reject);
  });
