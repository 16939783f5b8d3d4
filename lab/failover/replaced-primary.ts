// Reads from its WAL what a replaced primary committed after the promotion of another host.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { Client } from 'pg';
import type { Tools } from './tools.ts';

/** The end of the WAL, or no record at all after the place where the timelines separated. */
const END_OF_WAL = /error in WAL record|could not find a valid record|could not find file|invalid record length|contrecord|out of order/;

/** Returns the times of all commits of the earlier timeline after the place where the new timeline began. */
export async function commitsOfReplaced(newPrimary: Client, dataFolder: string, tools: Tools): Promise<number[]> {
  const { rows } = await newPrimary.query<{ history: string }>(
    `select pg_read_file('pg_wal/' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) || '.history') as history`,
  );
  const [timeline, location] = rows[0]!.history.trim().split('\n').at(-1)!.split('\t');
  const words = ['-p', path.join(dataFolder, 'pg_wal'), '-t', timeline!, '-s', location!, '-r', 'Transaction'];
  const { stdout, stderr, status } = spawnSync(path.join(tools.postgres, 'pg_waldump'), words, { encoding: 'utf8', env: { TZ: 'UTC' } });
  if (status !== 0 && !END_OF_WAL.test(stderr)) throw new Error(`pg_waldump failed: ${stderr.slice(0, 300)}`);
  return [...stdout.matchAll(/desc: COMMIT (\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d\.\d+) UTC/g)].map(([, day, time]) =>
    Date.parse(`${day}T${time}Z`),
  );
}
