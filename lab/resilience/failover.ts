// The database moves to another host, after a cut and after it stops responding. API and worker must find it without a restart.

import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { openWithOneAccount } from '../environment.ts';
import { callerOf, listen } from '../net.ts';
import { brokenOf, round } from '../report.ts';
import { sleep } from '../wait.ts';
import { ledgerCheck, outcomeOf, startCustomers, summaryOf } from './customers.ts';
import { recoveryOf } from './database.ts';
import type { TrialResult, TrialSettings } from './trial.ts';

/** One host of the database. It can refuse connections, or stop responding like a machine without power. */
async function startAddress(socketFolder: string) {
  const pairs = new Set<readonly [client: Socket, upstream?: Socket]>();
  let mode: 'open' | 'silent' = 'open';
  const server = createServer((client) => {
    client.on('error', () => undefined);
    if (mode === 'silent') return void pairs.add([client]);
    const upstream = connect(path.join(socketFolder, '.s.PGSQL.5432'));
    upstream.on('error', () => client.destroy());
    client.pipe(upstream).pipe(client);
    const pair = [client, upstream] as const;
    pairs.add(pair);
    client.on('close', () => {
      upstream.destroy();
      pairs.delete(pair);
    });
    upstream.on('close', () => client.destroy());
  });
  const port = await listen(server);
  const dropAll = () => {
    for (const pair of pairs) for (const socket of pair) socket?.destroy();
  };
  return {
    host: `127.0.0.1:${port}`,
    cut: () => {
      server.close();
      dropAll();
    },
    silence: () => {
      mode = 'silent';
      for (const [client, upstream] of pairs) {
        client.unpipe();
        upstream?.unpipe();
        client.pause();
      }
    },
    recover: async () => {
      mode = 'open';
      dropAll();
      if (!server.listening) await listen(server, '127.0.0.1', port);
    },
    close: () => {
      dropAll();
      if (server.listening) server.close();
    },
  };
}

export async function trial({ say }: TrialSettings): Promise<TrialResult> {
  const environment = await openWithOneAccount();
  const [first, second] = [await startAddress(environment.postgres.socketFolder), await startAddress(environment.postgres.socketFolder)];
  try {
    const { username, password } = new URL(environment.postgres.url);
    const DATABASE_URL = `postgres://${username}:${password}@${first.host},${second.host}/sextant`;
    const api = await environment.start('api', { DATABASE_URL });
    await environment.start('worker', { DATABASE_URL });
    const customers = startCustomers(api.url, environment.key, 60);
    await sleep(4000);
    const steps: [words: string, step: () => unknown][] = [
      ['the first address is cut', () => first.cut()],
      ['the second is cut and the first is back', () => Promise.all([first.recover(), second.cut()])],
      ['the first falls silent and the second is back', () => Promise.all([second.recover(), first.silence()])],
    ];
    const recoveries: number[] = [];
    for (const [words, step] of steps) {
      const from = customers.now();
      await step();
      await sleep(5000);
      for (let waited = 0; recoveryOf(customers.calls, from) === null && waited < 30_000; waited += 250) await sleep(250);
      recoveries.push(recoveryOf(customers.calls, from) ?? 30_000);
      say(`${words}: good again after ${round(recoveries.at(-1)!)} ms`);
    }
    await customers.stop();
    const outcome = await outcomeOf(callerOf(api.url, environment.key), customers.acknowledged);
    const { drift, uncharged } = await ledgerCheck(environment.db);
    const { statuses } = summaryOf(customers.calls);
    const refusalMsMax = Math.max(0, ...customers.calls.filter(({ status, waited }) => status !== 200 && !waited).map(({ ms }) => ms));
    const unanswered = customers.calls.filter(({ status }) => status === 0).length;
    const figures = {
      calls: customers.calls.length,
      statuses,
      recoveryMs: recoveries.map((ms) => round(ms)),
      refusalMsMax: round(refusalMsMax),
    };
    return {
      figures: { ...figures, acknowledged: customers.acknowledged.length, ...outcome, drift },
      broken: brokenOf([
        ['the new address is found within 5 s, without a restart', Math.max(...recoveries) <= 5000],
        ['every call is answered, the refused ones within 3 s', unanswered === 0 && refusalMsMax <= 3000],
        ['no acknowledged object is lost, and all end', outcome.lost === 0 && outcome.unfinished === 0],
        ['credits add up', drift === 0 && uncharged === 0],
      ]),
    };
  } finally {
    await environment.close();
    first.close();
    second.close();
  }
}
