import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { AUDITED_PROPERTIES } from '../../src/database/auditDigest.ts';
import { restoreMemory } from '../../src/memory/restore.ts';
import { execute } from '../../src/pipeline/execute.ts';
import { reflect } from '../../src/reflection/reflect.ts';
import { verifyMemories } from '../../src/signature/verifyMemory.ts';
import { server, walkAll } from './auditedServer.ts';

// Random operations leave a chain that holds; a random change of one property afterwards is found, by a walk and by a look at
// the memory itself.

const step = fc.record({
  what: fc.constantFrom('store', 'update', 'delete', 'restore', 'link', 'reflect', 'touch'),
  which: fc.nat(7),
  other: fc.nat(7),
  text: fc.string({ minLength: 1, maxLength: 8, unit: fc.constantFrom(...'abcäß 語') }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

let count = 0;

/** Carries steps out; what is refused (a link of one that is archived, say) is passed over. Answers the memories there are. */
async function carriedOut(steps: readonly Step[]): Promise<string[]> {
  const ids: string[] = [];
  const { context } = server;
  for (const { what, which, other, text } of [{ what: 'store', which: 0, other: 0, text: 'first' }, ...steps]) {
    const id = ids[which % Math.max(1, ids.length)]!;
    const otherId = ids[other % Math.max(1, ids.length)]!;
    const tags = [`t${text.trim()}`];
    const refusable = (work: Promise<unknown>) => work.catch(() => {});
    if (what === 'store') ids.push((await server.store('random', `${text} ${++count}`, { tags })).id);
    if (what === 'update') await refusable(server.update(id, { content: `now ${text}`, tags, tier: 'LONG' }));
    if (what === 'delete') await refusable(server.delete(id));
    if (what === 'restore') await refusable(execute(restoreMemory, { id }, context));
    if (what === 'link') await refusable(server.link(id, otherId));
    if (what === 'reflect')
      await refusable(
        execute(reflect, { sourceIds: [id], title: `r ${++count}`, content: text, scope: 'COLLECTIVE' }, context),
      );
    if (what === 'touch') context.services.touches.add([{ id }], context.principal);
  }
  await context.services.touches.flush();
  return ids;
}

/** Another value, whatever was there. */
async function tamper(id: string, property: string): Promise<void> {
  await server.query(
    `MATCH (m:MemoryRecord {id: $id})
     SET m.was = m[$property], m += $changed`,
    { id, property, changed: { [property]: 'tampered' } },
  );
}

async function undo(id: string, property: string): Promise<void> {
  await server.query(
    `MATCH (m:MemoryRecord) WHERE m.id = $id OR m.was = $id
     SET m.\`${property}\` = m.was REMOVE m.was`,
    { id },
  );
}

test('random tampering after random operations is found, and nothing where there is none', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 12 }),
      fc.nat(7),
      fc.constantFrom(...AUDITED_PROPERTIES),
      async (steps, which, property) => {
        const ids = await carriedOut(steps);
        expect(await walkAll()).toMatchObject({ valid: true });
        expect(new Set((await verifyMemories(server.context, ids)).map(({ audit }) => audit))).toEqual(
          new Set(['MATCHES']),
        );
        const id = ids[which % ids.length]!;
        await tamper(id, property);
        const { firstBroken } = await walkAll();
        const [looked] = property === 'id' ? [] : await verifyMemories(server.context, [id]);
        await undo(id, property);
        expect(firstBroken?.reason).toBe(property === 'id' ? 'MEMORY_MISSING' : 'MEMORY_CHANGED');
        if (looked) expect(looked).toMatchObject({ status: 'TAMPERED', audit: 'DIFFERS' });
      },
    ),
    { numRuns: 15, endOnFailure: true },
  );
  expect(await walkAll()).toMatchObject({ valid: true });
}, 240_000);
