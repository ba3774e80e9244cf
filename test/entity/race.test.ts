import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { registerEntity } from '../../src/entity/register.ts';
import { execute } from '../../src/pipeline/execute.ts';
import { freshNamespace, outcomes, WritingServer } from '../database/writingServer.ts';

// Two servers on one database register at the same moment.
let servers: WritingServer[];
const root = freshNamespace();
beforeAll(() => {
  servers = [new WritingServer(), new WritingServer()];
});
afterAll(async () => {
  for (const server of servers) await server.close();
});

const register = (turn: number, input: Record<string, unknown>) =>
  execute(registerEntity, { scope: 'COLLECTIVE', ...input }, servers[turn % 2]!.context);

test('one entity with many names: made once, no name lost', async () => {
  const namespace = `${root}/one`;
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, turn) =>
      register(turn, { namespace, canonicalName: 'Ada', aliases: [`name ${turn}`] }),
    ),
  );
  expect(answers.filter(({ created }) => created)).toHaveLength(1);
  expect(new Set(answers.map(({ memory }) => memory?.id)).size).toBe(1);
  const { aliases, memory } = await register(0, { namespace, canonicalName: 'Ada' });
  expect(aliases).toEqual(Array.from({ length: 10 }, (_, turn) => `name ${turn}`));
  expect(memory?.version).toBe(10);
});

test('two entities with one name: one of them has it', async () => {
  for (let round = 0; round < 10; round++) {
    const namespace = `${root}/two/${round}`;
    const made = await outcomes(
      ['Ada', 'Eve'].map((canonicalName, turn) => register(turn, { namespace, canonicalName, aliases: ['Countess'] })),
    );
    expect(made.map((each) => (typeof each === 'string' ? each : 'made')).sort()).toEqual(['CONFLICT', 'made']);
    const owners = await servers[0]!.query(
      `MATCH (a:EntityAlias {folded: 'countess'})-[:ALIAS_OF]->(m:Memory {namespace: $namespace}) RETURN count(*) AS count`,
      { namespace },
    );
    expect(owners).toEqual([{ count: 1 }]);
  }
});
