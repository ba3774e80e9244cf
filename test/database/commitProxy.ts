import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestDatabase } from '../support/database.ts';

/**
 * What befalls the next COMMIT of a write; the client always loses its connection, and cannot tell these apart:
 * - `lost`: the database never hears of it;
 * - `applied`: the database commits, its answer is lost;
 * - `late`: the database hears of it only when the client has long begun again.
 */
export type CommitFate = 'lost' | 'applied' | 'late';

/** A whole Bolt message: length 2, structure without fields, COMMIT, end of the message. */
const COMMIT = Buffer.from([0x00, 0x02, 0xb0, 0x12, 0x00, 0x00]);
const LATE_MS = 2_500;

/** What a transaction that appends events says to the database, and a read never does. */
const WRITES = 'OutboxCounter';

/** A line to the database that is cut at the COMMIT of a write. */
export class CommitProxy {
  readonly #server = createServer((client) => this.#join(client));
  readonly #sockets = new Set<Socket>();
  readonly #target: URL;
  #next: CommitFate | null = null;
  /** Connections cut so far. */
  cuts = 0;

  private constructor(target: URL) {
    this.#target = target;
  }

  static async to(address: TestDatabase): Promise<{ proxy: CommitProxy; address: TestDatabase }> {
    const proxy = new CommitProxy(new URL(address.uri));
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    const { port } = proxy.#server.address() as AddressInfo;
    return { proxy, address: { ...address, uri: `bolt://127.0.0.1:${port}` } };
  }

  /** Decides over the next COMMIT of a write. */
  cutNextCommit(fate: CommitFate): void {
    this.#next = fate;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #join(client: Socket): void {
    const database = connect(Number(this.#target.port), this.#target.hostname);
    for (const socket of [client, database]) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => this.#sockets.delete(socket));
    }
    let fate: CommitFate | null = null;
    client.on('close', () => {
      if (fate === null) database.destroy();
    });
    database.on('close', () => client.destroy());
    let writes = false;
    client.on('data', (chunk) => {
      writes ||= chunk.includes(WRITES);
      const commits = chunk.subarray(-COMMIT.length).equals(COMMIT);
      if (!commits || !writes || this.#next === null) {
        if (commits) writes = false;
        database.write(chunk);
        return;
      }
      fate = this.#next;
      this.#next = null;
      void this.#cut(fate, client, database, chunk);
    });
    database.on('data', (chunk) => {
      if (fate === null) client.write(chunk);
      else if (fate === 'applied') client.destroy();
    });
  }

  async #cut(fate: CommitFate, client: Socket, database: Socket, chunk: Buffer): Promise<void> {
    this.cuts += 1;
    if (fate === 'applied') {
      // Its answer tells that it is applied.
      database.once('data', () => database.destroy());
      database.write(chunk);
      return;
    }
    client.destroy();
    if (fate === 'lost') {
      database.destroy();
      return;
    }
    await sleep(LATE_MS);
    database.once('data', () => database.destroy());
    database.write(chunk);
  }
}
