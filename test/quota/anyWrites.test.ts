import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { registerEntity } from '../../src/entity/register.ts';
import { linkMemories } from '../../src/link/link.ts';
import { atomise } from '../../src/memory/atomise.ts';
import { deleteMemory } from '../../src/memory/delete.ts';
import { promoteMemory } from '../../src/memory/promote.ts';
import { restoreMemory } from '../../src/memory/restore.ts';
import { storeMemory } from '../../src/memory/store.ts';
import { updateMemory } from '../../src/memory/update.ts';
import { execute } from '../../src/pipeline/execute.ts';
import type { OperationContext } from '../../src/pipeline/operation.ts';
import { reflect } from '../../src/reflection/reflect.ts';
import { as, counted, input, PROSE, servers, sweep, usage, withChargedServers } from './chargedServer.ts';

// Random writes, several at once, on three servers, one of which has its clock ahead: what is charged is what is there.

// Little room, so that both sides of each limit are met.
const LIMITS = { memories: 5, bytes: 1_500, links: 2 };
withChargedServers(LIMITS);

const KINDS = [
  'store',
  'brief',
  'update',
  'edit',
  'move',
  'delete',
  'restore',
  'link',
  'reflect',
  'atomise',
  'clone',
] as const;
const step = fc.record({
  kind: fc.constantFrom(...KINDS, 'store', 'store', 'entity' as const, 'sweep' as const),
  agent: fc.constantFrom('p', 'q'),
  server: fc.constantFrom('here' as const, 'there' as const, 'later' as const),
  below: fc.boolean(),
  title: fc.constantFrom('a', 'b', 'c', 'd'),
  content: fc.constantFrom('x', 'é中😀', PROSE, `${PROSE} ${PROSE}`),
  onConflict: fc.constantFrom('ERROR', 'VERSION', 'MERGE'),
  pick: fc.nat(40),
  other: fc.nat(40),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** Refusals that a random write may meet. */
const REFUSALS = ['QUOTA_EXCEEDED', 'NOT_FOUND', 'CONFLICT', 'GOVERNANCE_DENIED', 'BAD_USER_INPUT', 'VERSION_CONFLICT'];

/** What a run has made so far. A link is charged where its source was then: what may move links to nothing. */
class Made {
  readonly at = `charges/${randomUUID()}`;
  readonly linking: string[] = [];
  readonly movable: string[] = [];
  readonly archived: string[] = [];

  async run({ kind, below, title, content, onConflict, pick, other }: Step, turn: string, who: OperationContext) {
    const namespace = below ? `${this.at}/below` : this.at;
    const id = one(this.linking, pick);
    const keep = (memory: { readonly id: string } | null) => void this.linking.push(memory?.id ?? 'none');
    switch (kind) {
      case 'store':
        return keep((await execute(storeMemory, input(namespace, title, { content, onConflict }), who)).memory);
      case 'brief': {
        const brief = input(namespace, `brief ${title}`, { content, onConflict, ttlSecs: 60 });
        return this.movable.push((await execute(storeMemory, brief, who)).memory!.id);
      }
      case 'update':
        return await execute(updateMemory, { id, fields: { content, tags: ['ü', 'v'] } }, who);
      case 'edit':
        return keep((await execute(updateMemory, { id, fields: { content }, editSource: 'LLM' }, who)).memory);
      case 'move':
        return await execute(updateMemory, { id: one(this.movable, pick), fields: { namespace } }, who);
      case 'delete':
        await execute(deleteMemory, { id }, who);
        return this.archived.push(id);
      case 'restore':
        return await execute(restoreMemory, { id: one(this.archived, pick) }, who);
      case 'link':
        return await execute(
          linkMemories,
          { sourceId: id, targetId: one([...this.linking, ...this.movable], other) },
          who,
        );
      case 'reflect': {
        const reflection = { title: `r ${turn}`, content, namespace, scope: 'COLLECTIVE' };
        return keep((await execute(reflect, { sourceIds: [id], ...reflection }, who)).memory);
      }
      case 'atomise':
        return (await execute(atomise, { id, maxAtomTokens: 50 }, who)).atoms.forEach(keep);
      case 'clone':
        return keep((await execute(promoteMemory, { id, toNamespace: this.at }, who)).memory);
      case 'entity': {
        const names = { canonicalName: title, aliases: [`alias ${turn}`], content: undefined, title: undefined };
        return await execute(registerEntity, { ...input(namespace, ''), ...names }, who);
      }
      case 'sweep':
        return await sweep(this.at);
    }
  }

  /** What the server says that each uses, and what is counted. */
  async uses(): Promise<{ said: unknown; counted: unknown }[]> {
    const pairs = ['p', 'q'].flatMap((agent) =>
      [this.at, `${this.at}/below`].map((namespace) => [agent, namespace] as const),
    );
    return await Promise.all(
      pairs.map(async (pair) => ({ said: await usage(...pair), counted: await counted(...pair) })),
    );
  }
}

const one = (ids: readonly string[], pick: number) => ids[pick % Math.max(ids.length, 1)] ?? 'none';

test('what is charged is what is there, after any writes at once', async () => {
  const codes = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 2, maxLength: 8 }), { minLength: 3, maxLength: 6 }),
      async (bursts) => {
        const made = new Made();
        for (const [place, agent] of ['p', 'q', 'p'].entries())
          made.linking.push(
            (await execute(storeMemory, input(`${made.at}/below`, `first ${place}`), as(agent))).memory!.id,
          );
        for (const [round, burst] of bursts.entries()) {
          const answers = await Promise.allSettled(
            burst.map((write, place) =>
              made.run(write, `${round}.${place}`, as(write.agent, servers[write.server], 'admin')),
            ),
          );
          answers.forEach((answer, place) => {
            const reason = answer.status === 'fulfilled' ? null : (answer.reason as { code?: string });
            const code = reason && String(reason.code ?? reason);
            if (code !== null) expect([burst[place], REFUSALS]).toEqual([burst[place], expect.arrayContaining([code])]);
            const key = `${burst[place]!.kind} ${code ?? 'OK'}`;
            codes.set(key, (codes.get(key) ?? 0) + 1);
          });
          for (const use of await made.uses()) expect([burst, use.said]).toEqual([burst, use.counted]);
        }
      },
    ),
    { numRuns: Number(process.env['TEST_RUNS'] ?? 12) },
  );
  // Neither side of the limits went untried.
  const sum = (ending: string) => [...codes].reduce((all, [key, count]) => all + (key.endsWith(ending) ? count : 0), 0);
  expect([sum(' OK') > 20, sum('QUOTA_EXCEEDED') > 0]).toEqual([true, true]);
  if (process.env['TEST_RUNS']) console.log([...codes].toSorted().join('; '));
}, 240_000);
