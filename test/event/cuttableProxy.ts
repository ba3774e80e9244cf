import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { TestDatabase } from '../support/database.ts';

/** A line to the database that can be cut and mended, and that counts what goes through. */
export class CuttableProxy {
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((client) => this.#join(client));
  #cut = false;
  bytes = 0;

  private constructor(target: URL) {
    this.#target = target;
  }

  static async to(address: TestDatabase): Promise<{ proxy: CuttableProxy; address: TestDatabase }> {
    const proxy = new CuttableProxy(new URL(address.uri));
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    const { port } = proxy.#server.address() as AddressInfo;
    return { proxy, address: { ...address, uri: `bolt://127.0.0.1:${port}` } };
  }

  cut(): void {
    this.#cut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  mend(): void {
    this.#cut = false;
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #join(client: Socket): void {
    if (this.#cut) {
      client.destroy();
      return;
    }
    const database = connect(Number(this.#target.port), this.#target.hostname);
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      this.#sockets.add(from);
      from.on('data', (chunk) => {
        this.bytes += chunk.length;
        to.write(chunk);
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
    }
  }
}
