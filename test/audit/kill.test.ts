import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { HttpClient } from '../support/client.ts';
import { onDatabase } from '../support/commandLine.ts';
import { storeDocument } from '../support/memories.ts';
import { startTestServer } from '../support/server.ts';
import { address, server, walkAll } from './auditedServer.ts';

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
    const { valid, firstBroken, head } = await walkAll();
    expect([valid, firstBroken]).toEqual([true, null]);
    const [{ events, memories }] = (await server.query<{ events: number; memories: number }>(
      'RETURN COUNT { (:OutboxEvent) } AS events, COUNT { (:Memory) } AS memories',
    )) as [{ events: number; memories: number }];
    expect([head.seq, memories > before]).toEqual([events, true]);
    before = memories;
  }
}, 180_000);
