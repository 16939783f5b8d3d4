// The drill: load, a backup during it, loss of everything but backup and archive, restore, invariants.
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { SEXTANT } from '../paths.ts';
import { createSay, numberOption, round, verdictOf } from '../report.ts';
import { sleep } from '../wait.ts';
import { invariantsOf } from './invariants.ts';
import { startLoad } from './load.ts';
import { type RestoreNode, startNode } from './node.ts';

const run = promisify(execFile);

export async function runDrill(args: readonly string[]): Promise<number> {
  const [seconds, archiveSeconds] = [numberOption(args, 'seconds', 20), numberOption(args, 'archive', 5)];
  const json = args.includes('--json');
  const say = createSay(json);
  // The user of PostgreSQL must be able to pass through this folder.
  const base = mkdtempSync(path.join(tmpdir(), 'sextant-drill-'));
  chmodSync(base, 0o711);
  const inside = (name: string): string => path.join(base, name);
  const [first, second, backup, wal] = [inside('first'), inside('second'), inside('backup'), inside('wal')];
  const archive = { WAL_ARCHIVE_DIR: wal, WAL_ARCHIVE_TIMEOUT_SECONDS: String(archiveSeconds) };
  let node: RestoreNode | undefined;
  try {
    node = await startNode({ DATA_DIR: first, ...archive });
    say(`the service runs; load for ${seconds} s, backup after a third of it …`);
    const load = startLoad(node);
    await sleep((seconds * 1000) / 3);
    const { stdout } = await run(process.execPath, [SEXTANT, 'backup', backup, '--json'], { env: { ...process.env, DATA_DIR: first } });
    const taken = JSON.parse(stdout);
    say(
      `backup: ${(taken.bytes / 1e6).toFixed(0)} MB in ${taken.seconds.toFixed(1)} s while ${load.acknowledged.length} objects were made`,
    );
    await sleep((seconds * 2000) / 3);
    const lostAt = Date.now();
    await node.destroy();
    await load.stop();
    rmSync(first, { recursive: true, force: true, maxRetries: 5 });
    say('the data folder is lost; restoring …');

    const started = Date.now();
    await run(process.execPath, [SEXTANT, 'restore', backup, '--wal', wal], { env: { ...process.env, DATA_DIR: second } });
    const token = node.token;
    node = await startNode({ DATA_DIR: second, WAL_ARCHIVE_DIR: `${wal}-2` }, token);
    const rto = (Date.now() - started) / 1000;
    const report = await invariantsOf(node, load.acknowledged);
    const last = Math.max(...load.acknowledged.filter(({ id }) => !report.missing.has(id)).map(({ at }) => at));
    const rpo = (lostAt - last) / 1000;
    // Objects acknowledged before the last archived log segment must exist.
    const due = lostAt - (archiveSeconds + 10) * 1000;
    const early = load.acknowledged.filter(({ id, at }) => report.missing.has(id) && at < due).length;
    const violations = [
      ...report.violations,
      ...(early > 0 ? [`${early} objects older than the promised ${archiveSeconds} s are gone`] : []),
    ];
    const figures = {
      jobs: load.acknowledged.length,
      backupMB: Math.round(taken.bytes / 1e6),
      rpoSeconds: round(rpo, 1),
      rtoSeconds: round(rto, 1),
      lost: report.missing.size,
      violations,
    };
    if (json) process.stdout.write(`${JSON.stringify(figures)}\n`);
    else {
      for (const violation of violations) say(`VIOLATION ${violation}`);
      say(
        `DRILL jobs=${figures.jobs} backup=${figures.backupMB}MB archive=${archiveSeconds}s rpo=${figures.rpoSeconds}s rto=${figures.rtoSeconds}s lost=${figures.lost} violations=${violations.length} ${verdictOf(violations)}`,
      );
    }
    return violations.length === 0 ? 0 : 1;
  } finally {
    await node?.destroy();
    rmSync(base, { recursive: true, force: true, maxRetries: 5 });
  }
}
