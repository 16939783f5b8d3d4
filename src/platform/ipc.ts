// Tidings and questions between a process and its child, over the channel that Node opens between them.

/** Either end of that channel: a child as its parent sees it, or the process itself. */
export interface Channel {
  readonly connected?: boolean;
  send?(message: unknown, ignored: undefined, options: undefined, done: (error: Error | null) => void): boolean;
  on(event: 'message', listener: (message: unknown) => void): unknown;
}

export interface Ipc {
  tell(topic: string, value?: unknown): void;
  /** Null when the other side is gone or does not answer in time. */
  ask<T>(topic: string): Promise<T | null>;
}

/** What a side does about each topic; what it returns is the answer to a question. */
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
    // The other side may be dying at this moment; whoever asked is answered by the clock.
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
