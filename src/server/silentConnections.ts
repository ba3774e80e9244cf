import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Keeps an eye on connections on which nothing was asked yet. Browsers open some ahead of need; Node takes them for busy,
 * so a stopping server would wait for them until its grace is over.
 * @returns cuts those there are
 */
export function trackSilentConnections(server: Server): () => void {
  const silent = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  const spoke = ({ socket }: { socket: Socket }) => silent.delete(socket);
  server.on('request', spoke);
  server.on('upgrade', spoke);
  return () => {
    for (const socket of silent) socket.destroy();
  };
}
