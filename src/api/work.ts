// Measures the CPU time of a request, so that rejected requests count against their sender.
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** CPU time for its body so far, in milliseconds. */
    workMs: number;
    /** The body was rejected, although the status of the response is 200. */
    isRejected: boolean;
  }
}

/** CPU time of this process. Time of other processes does not count. */
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Adds the time of synchronous work, parts of which may have been counted already. */
export function measured<T>(request: FastifyRequest, work: () => T): T {
  const [before, started] = [request.workMs, cpuMs()];
  try {
    return work();
  } finally {
    request.workMs = Math.max(request.workMs, before + cpuMs() - started);
  }
}
