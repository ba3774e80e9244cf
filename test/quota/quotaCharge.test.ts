import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addUp, admit, NOTHING, pairKey, plus, type Change, type Use } from '../../src/database/quotaCharge.ts';

const LIMITS = { memories: 3, bytes: 10, links: null };
const RESETS = '2030-01-02T00:00:00.000Z';
const change = (use: Partial<Use>, namespace = 'n'): Change => ({
  agentId: 'a',
  namespace,
  use: { ...NOTHING, ...use },
});
const charge = (used: Partial<Use>, ...rows: Change[][]) => {
  const state = new Map([[pairKey(change({})), { ...NOTHING, ...used }]]);
  const refused = admit(
    rows.map((changes, index) => ({ index, changes })),
    state,
    LIMITS,
    RESETS,
  );
  return { refused: [...refused.keys()], state: state.get(pairKey(change({}))), outcomes: [...refused.values()] };
};

describe('rows are charged one after the other', () => {
  test.each<[string, Partial<Use>, Partial<Use>[], number[], Partial<Use>]>([
    ['the last that fits', { memories: 2 }, [{ memories: 1 }], [], { memories: 3 }],
    ['one too many', { memories: 3 }, [{ memories: 1 }], [0], { memories: 3 }],
    ['as many as fit', { memories: 1 }, [1, 1, 1, 1].map((memories) => ({ memories })), [2, 3], { memories: 3 }],
    ['what is given back before', { bytes: 10 }, [{ bytes: -4 }, { bytes: 4 }, { bytes: 1 }], [2], { bytes: 10 }],
    ['giving back above a lowered limit', { bytes: 99 }, [{ bytes: -1 }, { bytes: 0 }], [], { bytes: 98 }],
    ['a smaller one behind one that is too big', { bytes: 5 }, [{ bytes: 6 }, { bytes: 5 }], [0], { bytes: 10 }],
    ['what has no limit', { links: 1e6 }, [{ links: 1e6 }], [], { links: 2e6 }],
  ])('%s', (_name, used, rows, refused, after) => {
    expect(charge(used, ...rows.map((use) => [change(use)]))).toMatchObject({
      ...{ refused, state: { ...NOTHING, ...after } },
    });
  });

  test('with what stood in the way', () => {
    expect(charge({ bytes: 8 }, [change({ memories: 1, bytes: 3 })]).outcomes).toEqual([
      {
        ...{ outcome: 'QUOTA_EXCEEDED', limit: 'bytes', current: 8, max: 10, agentId: 'a', namespace: 'n' },
        resetsAt: null,
      },
    ]);
    expect(charge({ memories: 3 }, [change({ memories: 1 })]).outcomes).toMatchObject([{ resetsAt: RESETS }]);
  });
});

test('changes of a pair add up, pairs in one order', () => {
  const uses = fc.record({ memories: fc.integer(), bytes: fc.integer(), links: fc.integer() });
  const changes = fc.array(fc.tuple(uses, fc.constantFrom('b', 'a', 'c')).map(([use, name]) => change(use, name)));
  fc.assert(
    fc.property(changes, (all) => {
      const sums = addUp(all);
      expect(sums.map(({ namespace }) => namespace)).toEqual(
        [...new Set(all.map(({ namespace }) => namespace))].sort(),
      );
      for (const { namespace, use } of sums)
        expect(use).toEqual(
          all.filter((one) => one.namespace === namespace).reduce((sum, one) => plus(sum, one.use), NOTHING),
        );
    }),
  );
});
