// Progress messages to clients that asked for them.
import type { ServerContext } from '@modelcontextprotocol/server';

/** Sends progress if the client sent a token. `total` is in seconds. */
export type Report = (seconds: number, message: string, total?: number) => Promise<void>;

export function reportOf({ mcpReq: { notify, _meta } }: ServerContext): Report {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return async () => undefined;
  return async (seconds, message, total) => {
    const params = { progressToken, progress: seconds, message, ...(total === undefined ? {} : { total }) };
    await notify({ method: 'notifications/progress', params });
  };
}

const INTERVAL_MS = 2000;

/** Runs `work` and reports every two seconds that it still runs. */
export async function reportWhile<T>(context: ServerContext, what: string, work: () => Promise<T>): Promise<T> {
  const [report, started] = [reportOf(context), Date.now()];
  const timer = setInterval(() => {
    const seconds = Math.round((Date.now() - started) / 1000);
    // The client may be gone. The work then ends through its own signal.
    report(seconds, `${what} for ${seconds} s`).catch(() => undefined);
  }, INTERVAL_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
