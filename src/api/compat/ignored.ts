// Names parameters that have no effect, so that ignoring them is not silent.
import type { FastifyReply } from 'fastify';

const NAMES_MAX = 50;

/** Names the parameters in the header `Sextant-Ignored`. Names that do not fit a header are left out. */
export function setIgnored(reply: FastifyReply, names: Iterable<string>): void {
  const shown = [...new Set(names)].filter((name) => /^[\w.-]{1,64}$/.test(name)).slice(0, NAMES_MAX);
  if (shown.length > 0) reply.header('Sextant-Ignored', shown.join(', '));
}
