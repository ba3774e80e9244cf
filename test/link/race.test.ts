import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { invalidateLink } from '../../src/link/invalidate.ts';
import { execute } from '../../src/pipeline/execute.ts';
import { freshNamespace, outcomes, WritingServer } from '../database/writingServer.ts';

// Two servers on one database write at the same moment.
let one: WritingServer, other: WritingServer;
const namespace = freshNamespace();
beforeAll(() => {
  one = new WritingServer();
  other = new WritingServer();
});
afterAll(async () => {
  await one.close();
  await other.close();
});

const ids = async (round: string, count: number): Promise<string[]> =>
  await Promise.all(
    Array.from({ length: count }, async (_, index) => (await one.store(namespace, `${round} ${index}`)).id),
  );

describe.each(['SUPERSEDES', 'REFLECTS_ON'])('of links of %s made at once by two servers', (relation) => {
  test('that are opposite, one wins', async () => {
    for (let round = 0; round < 10; round++) {
      const [a, b] = (await ids(`${relation} pair ${round}`, 2)) as [string, string];
      const made = await outcomes([one.link(a, b, relation), other.link(b, a, relation)]);
      expect(made.map((each) => (typeof each === 'string' ? each : 'made')).sort()).toEqual(['LINK_CYCLE', 'made']);
    }
  });

  test('that close one long circle together, one is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const ring = await ids(`${relation} ring ${round}`, 6);
      const made = await outcomes(
        ring.map((id, index) => (index % 2 === 0 ? one : other).link(id, ring[(index + 1) % ring.length]!, relation)),
      );
      expect(made.filter((each) => each === 'LINK_CYCLE')).toHaveLength(1);
      expect(made.filter((each) => typeof each !== 'string')).toHaveLength(ring.length - 1);
    }
  });
});

test('of one link made and ended at once by two servers, each once', async () => {
  for (let round = 0; round < 5; round++) {
    const [a, b] = (await ids(`once ${round}`, 2)) as [string, string];
    const made = await Promise.all([one, other, one, other].map((server) => server.link(a, b)));
    expect(made.filter(({ created }) => created)).toHaveLength(1);
    const reference = { sourceId: a, targetId: b, relation: 'RELATED_TO' };
    const ended = await Promise.all(
      [one, other, one, other].map((server) => execute(invalidateLink, reference, server.context)),
    );
    expect(ended.filter(({ previousValidUntil }) => previousValidUntil === null)).toHaveLength(1);
    expect(ended.map(({ link }) => link?.validUntil)).not.toContain(null);
    const again = await Promise.all([one, other, one, other].map((server) => server.link(a, b)));
    expect(again.filter(({ created }) => created)).toHaveLength(1);
    expect(
      await one.query(
        'MATCH (:MemoryRecord {id: $a})-[r:RELATED_TO]->(:MemoryRecord {id: $b}) RETURN count(r) AS count',
        {
          a,
          b,
        },
      ),
    ).toEqual([{ count: 2 }]);
  }
});
