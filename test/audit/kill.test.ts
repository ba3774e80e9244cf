import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { WritingServer } from '../database/writingServer.ts';
import { HttpClient } from '../support/client.ts';
import { onDatabase } from '../support/commandLine.ts';
import type { TestDatabase } from '../support/database.ts';
import { storeDocument } from '../support/memories.ts';
import { startTestServer } from '../support/server.ts';
import { auditedServer, walkAll } from './auditedServer.ts';

let server: WritingServer;
let address: TestDatabase;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ server, address, stop } = await auditedServer());
}, 120_000);
afterAll(async () => {
  await stop?.();
}, 60_000);

test('a server that is killed in the middle of writes leaves a chain that holds', async () => {
  let before = 0;
  for (const afterMs of [40, 150, 400]) {
    const killed = await startTestServer({ environment: onDatabase(address) });
    const client = new HttpClient(killed.url);
    let writing = true;
    const write = async (side: number) => {
      for (let n = 0; writing; n++) {
        const input = { title: `${afterMs} ${side} ${n}`, content: 'c', namespace: `kill/${side}` };
        await client.send(storeDocument(), { input }).catch(() => (writing = false));
      }
    };
    const writers = Array.from({ length: 16 }, (_, side) => write(side));
    const stored = () => server.query<{ count: number }>('MATCH (m:Memory) RETURN count(m) AS count');
    while ((await stored())[0]!.count <= before) await sleep(5);
    await sleep(afterMs);
    await killed.kill();
    writing = false;
    await Promise.all(writers);
    // A commit that the database had begun may still come to its end.
    await sleep(500);
    const { valid, firstBroken, head } = await walkAll(server);
    expect([valid, firstBroken]).toEqual([true, null]);
    const [{ events, memories }] = (await server.query<{ events: number; memories: number }>(
      'RETURN COUNT { (:OutboxEvent) } AS events, COUNT { (:Memory) } AS memories',
    )) as [{ events: number; memories: number }];
    expect([head.seq, memories > before]).toEqual([events, true]);
    before = memories;
  }
}, 180_000);
