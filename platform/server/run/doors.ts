import cluster from 'node:cluster';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { platform } from 'node:os';
import type { FastifyInstance } from 'fastify';
import { checkPort } from './lifecycle.ts';

/** Connections that wait to be taken: hundreds come in the same second, and one that finds no place waits for seconds. */
const backlog = 4096;
/**
 * A listening socket is given one new connection in each turn of the event loop, which under load takes many milliseconds:
 * of hundreds that come at once the last would wait for seconds, whatever they are answered. So a process listens over
 * several. Of workers none does: the process that leads takes their connections, and has nothing else to do.
 */
const doors = 16;

export async function listen(app: FastifyInstance, port: number, host: string): Promise<void> {
  const reusePort = platform() === 'linux' && cluster.isPrimary;
  const more: Server[] = [];
  app.addHook('preClose', async () => {
    for (const door of more) door.close();
  });
  // Sockets that share a port would share it with those of another Edulab as well, which may have come meanwhile.
  if (reusePort) await checkPort(port, host);
  const first = { port, host, backlog, reusePort };
  await app.listen(first);
  const address = app.server.address();
  if (!reusePort || typeof address !== 'object' || !address) return;
  while (more.length < doors - 1) {
    const door = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      app.server.emit('connection', socket),
    );
    more.push(door);
    door.listen({ ...first, port: address.port });
    await once(door, 'listening');
  }
}
