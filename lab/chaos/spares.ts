// Processes that have loaded the product and wait for their orders, so that a killed node is back in a moment on any machine.
import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import path from 'node:path';

const LOADING_MAX = 2;
const PRELOAD = new URL('./preload.js', import.meta.url).href;

export function createSpares(stage, count) {
  const log = openSync(path.join(stage.folder, 'nodes.log'), 'a');
  const ready = [];
  const wanting = [];
  const loading = new Set();
  let closed = false;

  /** Two at a time: loading is hard work, and the machine has other things to do. */
  const fill = () => {
    while (ready.length > 0 && wanting.length > 0) wanting.shift()(ready.shift());
    if (closed || loading.size >= LOADING_MAX || ready.length + loading.size >= count + wanting.length) return;
    const child = spawn(process.execPath, [stage.program, 'spare'], {
      stdio: ['pipe', 'pipe', log],
      env: {
        PATH: process.env.PATH,
        NODE_OPTIONS: `--import=${PRELOAD}`,
        CHAOS: JSON.stringify({
          program: new URL('main-parts.js', `file://${path.dirname(stage.program)}/`).href,
          notes: stage.notes,
          hits: stage.hits,
          times: stage.times,
        }),
      },
    });
    loading.add(child);
    child.stdin.on('error', () => undefined);
    child.stdout.once('data', () => {
      loading.delete(child);
      child.stdout.resume();
      ready.push(child);
      fill();
    });
    child.once('exit', () => {
      if (loading.delete(child)) fill();
    });
    fill();
  };
  fill();
  return {
    /** A life with these orders, as soon as there is a process for it. */
    take: async (ordersOf) => {
      const child = await new Promise((resolve) => {
        wanting.push(resolve);
        fill();
      });
      child.stdin.write(`${JSON.stringify(ordersOf())}\n`);
      return child;
    },
    /** All places are taken by processes that are ready. */
    full: async () => {
      while (!closed && ready.length < count) await new Promise((resolve) => setTimeout(resolve, 50));
    },
    close: () => {
      closed = true;
      for (const child of [...ready, ...loading]) child.kill('SIGKILL');
    },
  };
}
