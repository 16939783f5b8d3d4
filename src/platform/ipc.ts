// Messages and requests between a parent process and its child over Node's IPC channel.

/** Either end of the channel: the child as its parent sees it, or the process itself. */
export interface Channel {
  readonly connected?: boolean;
  send?(message: unknown, ignored: undefined, options: undefined, done: (error: Error | null) => void): boolean;
  on(event: 'message', listener: (message: unknown) => void): unknown;
}

export interface Ipc {
  tell(topic: string, value?: unknown): void;
  /** Returns null when the other side is gone or does not respond in time. */
  ask<T>(topic: string): Promise<T | null>;
}

/** Handlers by topic. The return value is the response to a request. */
export type Topics = Readonly<Record<string, (value: never) => unknown>>;

interface Message {
  readonly topic?: string;
  readonly value?: unknown;
  readonly question?: number;
  readonly answer?: number;
}

const ANSWER_MS_MAX = 2000;

export function createIpc(channel: Channel, topics: Topics): Ipc {
  const asked = new Map<number, (value: unknown) => void>();
  let questions = 0;
  const send = (message: Message): void => {
    // The other side may be exiting. A request then ends with its timeout.
    if (channel.connected && channel.send) channel.send(message, undefined, undefined, () => undefined);
  };
  channel.on('message', (given) => {
    const { topic, value, question, answer } = given as Message;
    if (answer !== undefined) return asked.get(answer)?.(value);
    const act = topic === undefined ? undefined : topics[topic];
    if (!act) return;
    const done = Promise.resolve(act(value as never));
    if (question !== undefined) done.then((reply) => send({ answer: question, value: reply })).catch(() => undefined);
  });
  return {
    tell: (topic, value) => send({ topic, value }),
    ask: <T>(topic: string) =>
      new Promise<T | null>((resolve) => {
        const question = ++questions;
        const end = (value: unknown): void => {
          clearTimeout(timer);
          asked.delete(question);
          resolve(value as T | null);
        };
        const timer = setTimeout(() => end(null), ANSWER_MS_MAX);
        asked.set(question, end);
        send({ topic, question });
      }),
  };
}
