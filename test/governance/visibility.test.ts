import { afterAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { freshNamespace, socketClient } from '../support/client.ts';
import { caller, type Row } from '../support/memories.ts';
import { sharedServer } from '../support/sharedServer.ts';
import { subscribe } from '../support/subscriber.ts';
import { LATER_PATHS } from './visibility/laterPaths.ts';
import { READ_PATHS } from './visibility/readPaths.ts';
import { take, takeWaiting } from './visibility/steps.ts';
import { mayRead, newWorld, seenBy, worldArbitrary, type World, type WorldAgent } from './visibility/world.ts';

const seed = Date.now() & 0x7fffffff;
const EVENTS = `subscription ($after: String, $namespace: String) { events(after: $after, namespace: $namespace) {
  cursor type ${['Store', 'Update', 'Reflect', 'Restore'].map((name) => `... on Post${name}Event { memory { id } }`).join(' ')} } }`;
let compared = 0;

/**
 * Random trees of namespaces, agents in them and what they do there, on the server and in a model of a few lines: the same is
 * refused, and afterwards every path shows every agent what the model says, no row more and none less.
 */
test(`every read path shows each agent what it may read, and nothing else (seed ${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(worldArbitrary, async ({ homes, steps }) => {
      const world = newWorld(freshNamespace('visible'), homes, caller);
      const began = await cursorOfNow(world);
      for (const [number, step] of steps.entries()) await take(world, step, number);
      await takeWaiting(world);
      for (const agent of world.agents) {
        for (const { name, read, expected, cases } of [...READ_PATHS, ...LATER_PATHS]) {
          const should = expected(world, agent);
          expect({ name, agent, shows: [...(await read(world, agent))].sort() }).toEqual({
            ...{ name, agent },
            shows: [...should].sort(),
          });
          compared += cases?.(world) ?? world.memories.size;
        }
        await compareReplay(world, agent, began);
      }
    }),
    { seed, numRuns: 2, endOnFailure: true },
  );
}, 600_000);

afterAll(() => {
  expect(compared).toBeGreaterThanOrEqual(2_000);
});

/** A place in the stream of events before all that the world does. */
async function cursorOfNow({ root }: World): Promise<string> {
  const client = socketClient(sharedServer());
  const heard = subscribe<Row>(client, 'events', EVENTS, { namespace: root });
  const [caughtUp] = await heard.until(1);
  heard.stop();
  await client.dispose();
  return caughtUp!['cursor'] as string;
}

/** A replay has every event that concerned what the agent could read then, with the memory where it can still read it. */
async function compareReplay(world: World, agent: WorldAgent, after: string): Promise<void> {
  const { agentId, home, isAdmin } = agent;
  const client = socketClient(sharedServer(), { agentId, namespace: home, roles: isAdmin ? 'admin' : 'agent' });
  const heard = subscribe<Row>(client, 'events', EVENTS, { after, namespace: world.root });
  while (heard.events.at(-1)?.['type'] !== 'CAUGHT_UP') await heard.until(heard.events.length + 1);
  heard.stop();
  await client.dispose();
  const now = new Set(seenBy(world, agent).map(({ id }) => id));
  const should = world.events
    .filter(({ memories }) => memories.every((memory) => mayRead(agent, memory)))
    .map(({ type, memories: [memory] }) => {
      const carries = ['POST_STORE', 'POST_UPDATE', 'POST_REFLECT', 'POST_RESTORE'].includes(type);
      return `${type} ${carries && now.has(memory!.id) ? memory!.id : ''}`;
    });
  const types = new Set(world.events.map(({ type }) => type));
  const shown = heard.events.filter(({ type }) => types.has(type as string));
  expect({ agent, shown: shown.map((event) => `${event['type']} ${event['memory']?.id ?? ''}`) }).toEqual({
    agent,
    shown: should,
  });
  compared += should.length;
}
