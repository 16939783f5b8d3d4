// How long a request has kept the event loop busy, so that what was refused can be counted against its sender.
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Milliseconds of processor time for its body so far. */
    workMs: number;
  }
}

/** Of this process: time in which others had the processor does not count. */
const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Adds the time that the work takes at once, which may have counted parts of it already. */
export function measured<T>(request: FastifyRequest, work: () => T): T {
  const [before, started] = [request.workMs, processorMs()];
  try {
    return work();
  } finally {
    request.workMs = Math.max(request.workMs, before + processorMs() - started);
  }
}
