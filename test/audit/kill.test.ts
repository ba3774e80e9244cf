import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { HttpClient } from '../support/client.ts';
import { onDatabase } from '../support/commandLine.ts';
import { storeDocument } from '../support/memories.ts';
import { startTestServer } from '../support/server.ts';
import { address, server, walkAll } from './auditedServer.ts';

const WRITERS = 6;

const stored = async (namespace: string) => {
  const [row] = await server.query<{ count: number }>(
    'MATCH (m:Memory) WHERE m.namespace = $namespace RETURN count(m) AS count',
    { namespace },
  );
  return row!.count;
};

/** Stores one after the other until there is no answer. */
async function writeOn(url: string, namespace: string, side: number): Promise<void> {
  const client = new HttpClient(url);
  for (let n = 0; ; n++) {
    const input = { title: `${side} ${n}`, content: 'c', namespace };
    const answered = await client.send(storeDocument(), { input }).then(
      () => true,
      () => false,
    );
    if (!answered) return;
  }
}

test('servers that are killed in the middle of writes, one after the other, leave a chain that holds', async () => {
  const killed = await Promise.all(
    [40, 150, 400].map(async (afterMs) => ({
      afterMs,
      namespace: `kill/${afterMs}`,
      running: await startTestServer({ environment: onDatabase(address) }),
    })),
  );
  const writers = killed.flatMap(({ namespace, running }) =>
    Array.from({ length: WRITERS }, (_, side) => writeOn(running.url, namespace, side)),
  );
  for (const { afterMs, namespace, running } of killed) {
    const before = await stored(namespace);
    while ((await stored(namespace)) <= before) await sleep(5);
    await sleep(afterMs);
    await running.kill();
    expect(await walkAll()).toMatchObject({ valid: true, firstBroken: null });
  }
  await Promise.all(writers);
  // A commit that the database had begun may still come to its end.
  await sleep(500);
  const { valid, head } = await walkAll();
  const [{ events }] = (await server.query<{ events: number }>('RETURN COUNT { (:OutboxEvent) } AS events')) as [
    { events: number },
  ];
  expect([valid, head.seq]).toEqual([true, events]);
}, 120_000);
