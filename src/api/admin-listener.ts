// A dedicated listener for the admin API, which keeps it off the endpoint of customers.
import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { TIMES } from './http-listener.ts';
import { rejectRaw, unlessOver } from './linger.ts';

/** Sockets of this listener. */
const through = new WeakSet<Socket>();

export const isAdminListener = (socket: Socket): boolean => through.has(socket);

export async function openAdminListener(app: FastifyInstance, host: string, port: number): Promise<Server> {
  const server = createServer(TIMES, unlessOver(app.routing));
  server.on('clientError', rejectRaw);
  server.on('connection', (socket: Socket) => through.add(socket));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return server;
}
