// Messages and requests between a parent process and its child over Node's IPC channel.

/** Either end of the channel: the child as its parent sees it, or the process itself. */
export interface Channel {
  readonly connected?: boolean;
  send?(message: unknown, ignored: undefined, options: undefined, done: (error: Error | null) => void): boolean;
  on(event: 'message', listener: (message: unknown) => void): unknown;
}

export interface Ipc {
  send(topic: string, value?: unknown): void;
  /** Returns null when the other side is gone or does not respond in time. */
  request<T>(topic: string): Promise<T | null>;
}

/** Handlers by topic. The return value is the response to a request. */
export type Topics = Readonly<Record<string, (value: never) => unknown>>;

interface Message {
  readonly topic?: string;
  readonly value?: unknown;
  readonly requestId?: number;
  readonly responseTo?: number;
}

const RESPONSE_MS_MAX = 2000;

export function createIpc(channel: Channel, topics: Topics): Ipc {
  const pending = new Map<number, (value: unknown) => void>();
  let requests = 0;
  const send = (message: Message): void => {
    // The other side may be exiting. A request then ends with its timeout.
    if (channel.connected && channel.send) channel.send(message, undefined, undefined, () => undefined);
  };
  channel.on('message', (message) => {
    const { topic, value, requestId, responseTo } = message as Message;
    if (responseTo !== undefined) return pending.get(responseTo)?.(value);
    const act = topic === undefined ? undefined : topics[topic];
    if (!act) return;
    const done = Promise.resolve(act(value as never));
    if (requestId !== undefined) done.then((reply) => send({ responseTo: requestId, value: reply })).catch(() => undefined);
  });
  return {
    send: (topic, value) => send({ topic, value }),
    request: <T>(topic: string) =>
      new Promise<T | null>((resolve) => {
        const requestId = ++requests;
        const end = (value: unknown): void => {
          clearTimeout(timer);
          pending.delete(requestId);
          resolve(value as T | null);
        };
        const timer = setTimeout(() => end(null), RESPONSE_MS_MAX);
        pending.set(requestId, end);
        send({ topic, requestId });
      }),
  };
}
