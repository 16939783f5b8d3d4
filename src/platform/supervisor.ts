// Supervises a child process: restarts it when it exits, exchanges messages, stops it gracefully.
import type { ChildProcess } from 'node:child_process';
import { createIpc, type Ipc, type Topics } from './ipc.ts';

export interface SupervisedChild extends Ipc {
  stop(): Promise<void>;
}

export interface ChildSettings {
  spawn(): ChildProcess;
  /** Returns the data that every new child requests first. */
  initialData(): unknown;
  /** Also called when a child could not be started. It is tried again. */
  onExit(reason: string): void;
  readonly topics?: Topics;
}

const RESTART_MS = 500;
const STOP_MS_MAX = 25_000;

export function superviseChild({ spawn, initialData, onExit, topics = {} }: ChildSettings): SupervisedChild {
  let child: ChildProcess | null = null;
  let ipc: Ipc | null = null;
  let stopping = false;
  const start = (): void => {
    if (stopping) return;
    let started: ChildProcess;
    try {
      started = spawn();
    } catch (error) {
      ended(`could not start: ${(error as Error).message}`);
      return;
    }
    child = started;
    // Node throws some errors of a start and emits others. A child that did not start does not exit.
    started.on('error', (error) => {
      if (started.pid === undefined) ended(`could not start: ${error.message}`);
    });
    // Secrets go through a message, because other processes could read the environment. The child requests them once it
    // listens: messages to a cluster member before that are lost.
    ipc = createIpc(started, { ...topics, begin: initialData });
    started.once('exit', (code, signal) => ended(signal ?? `exit ${code}`));
  };
  const ended = (reason: string): void => {
    child = null;
    ipc = null;
    if (stopping) return;
    onExit(reason);
    setTimeout(start, RESTART_MS);
  };
  start();
  return {
    send: (topic, value) => ipc?.send(topic, value),
    request: async (topic) => ipc?.request(topic) ?? null,
    stop: async () => {
      stopping = true;
      const last = child;
      if (last?.pid === undefined || last.exitCode !== null || last.signalCode !== null) return;
      const exited = new Promise<void>((resolve) => last.once('exit', () => resolve()));
      last.kill('SIGTERM');
      const timer = setTimeout(() => last.kill('SIGKILL'), STOP_MS_MAX);
      await exited;
      clearTimeout(timer);
    },
  };
}
