// Clients that create objects in batches and record what was acknowledged and when.
import type { Answer } from './net.ts';
import { sleep } from './wait.ts';

export interface Acknowledged {
  readonly id: string;
  readonly key: string;
  readonly at: number;
}

export interface OrderingClients {
  /** One client per key. */
  readonly keys: readonly (string | Promise<string>)[];
  /** The pause after each response. */
  readonly pauseMs: number;
  readonly create: (key: string, round: number, client: number) => Promise<Pick<Answer, 'status' | 'json'>>;
}

export function startOrdering({ keys, pauseMs, create }: OrderingClients): { acknowledged: Acknowledged[]; stop(): Promise<void> } {
  const acknowledged: Acknowledged[] = [];
  let running = true;
  const client = async (given: string | Promise<string>, number: number): Promise<void> => {
    const key = await given;
    for (let round = 0; running; round++) {
      try {
        const { status, json } = await create(key, round, number);
        if (status === 200) for (const { id } of json) acknowledged.push({ id, key, at: Date.now() });
      } catch {
        // The connection was cut: not acknowledged.
      }
      await sleep(pauseMs);
    }
  };
  const clients = Promise.all(keys.map(client));
  return {
    acknowledged,
    stop: async () => {
      running = false;
      await clients;
    },
  };
}
