import { FAILPOINTS, TIMES } from './places.mjs';
import { runOnce } from './run.mjs';
import { startServer } from './server.mjs';

const server = await startServer();
const profile = {
  seconds: Number(process.argv[3] ?? 15),
  apis: 2,
  workers: 2,
  spares: 3,
  ratePerSecond: 12,
  faultEverySeconds: 2.5,
  everyFault: true,
  drainSeconds: 60,
  moreSeconds: 40,
  mix: { create: 0.5, remove: 0.06, lookup: 0.04, batch: 0.25, sync: 0.15, callback: 0.5, keyed: 0.6 },
  ...JSON.parse(process.argv[4] ?? '{}'),
};
try {
  const t = Date.now();
  const r = await runOnce({ server, profile, seed: Number(process.argv[2] ?? 1), times: TIMES.short });
  console.log(
    (Date.now() - t) / 1000,
    's; jobs',
    r.run.objects.length,
    'orders',
    r.run.history.orders.length,
    r.run.history.statuses,
    'receipts',
    r.run.receipts.length,
  );
  console.log('faults', r.faults, r.proxy, 'pg kills', server.kills, 'drain', r.drainSeconds, 'looks', r.looks);
  console.log('deaths', r.deaths.map((d) => d.name + ':' + d.deaths).join(' '));
  const hits = new Set(r.hits);
  console.log(
    'hit',
    hits.size,
    'missing',
    r.plan.failpoints.filter((f) => !hits.has(f)),
  );
  console.log(
    'refused',
    r.run.notes.filter((n) => n.settled && !n.accepted).length,
    'crashes',
    r.run.events.filter((e) => e.crashes > 0).length,
    r.run.events.filter((e) => e.crashes > 1).length,
  );
  const by = {};
  for (const v of r.violations) (by[v.rule] ??= []).push(v.detail);
  for (const [k, v] of Object.entries(by)) console.log('VIOLATION', k, v.length, v.slice(0, 2));
  if (process.env.LOGS) console.log(r.log.slice(0, 3000));
} catch (e) {
  console.log(e);
  console.log(
    (await import('node:child_process'))
      .execSync(`tail -n 15 ${server.folder}/*/*.log; cat ${server.folder}/*/notes.jsonl | grep death | head -20 || true`)
      .toString(),
  );
} finally {
  await server.close();
}
process.exit(0);
