import { describe, expect, test } from '@jest/globals';
import { freshNamespace } from '../support/client.ts';
import { caller, DELETE, link, recall, store, titles, type Row } from '../support/memories.ts';

const root = freshNamespace('spreading');
const ann = caller({ agentId: `ann-${root}`, namespace: root });
const bob = caller({ agentId: `bob-${root}`, namespace: root });

let places = 0;
/** A place of its own, with a way to put memories there and to ask about `zebra` by words. */
function place() {
  places += 1;
  const namespace = `${root}/p${places}`;
  const put = async (title: string, more: Record<string, unknown> = {}, client = ann): Promise<string> =>
    (await store(client, { title, content: 'nothing of note', namespace, scope: 'COLLECTIVE', ...more }))['id'];
  const ask = async (more: Record<string, unknown> = {}, client = ann): Promise<Row> =>
    await recall(client, { query: 'zebra', namespace, mode: 'KEYWORD', touch: false, ...more });
  return { put, ask, hit: { content: 'a zebra crossed' } };
}

describe('a hit lifts', () => {
  test('its neighbours in the episode, and less the ones behind them, on both sides', async () => {
    const { put, ask, hit } = place();
    for (const [index, title] of ['b3', 'b2', 'b1', 'hit', 'a1', 'a2', 'a3'].entries())
      await put(title, { episode: 'walk', ...(index === 3 ? hit : {}) });
    const answer = await ask();
    expect(titles(answer)[0]).toBe('hit');
    expect(titles(answer).slice(1, 3).sort()).toEqual(['a1', 'b1']);
    expect(titles(answer).slice(3).sort()).toEqual(['a2', 'b2']);
  });

  test('what it is linked to, while the link is valid', async () => {
    const { put, ask, hit } = place();
    const zebra = await put('hit', hit);
    await link(ann, zebra, await put('linked'));
    await link(ann, await put('linking'), zebra, 'CONTRADICTS');
    await link(ann, zebra, await put('once linked'), 'RELATED_TO', {
      validFrom: '2020-01-01T00:00:00Z',
      validUntil: '2021-01-01T00:00:00Z',
    });
    await put('apart');
    expect(titles(await ask()).sort()).toEqual(['hit', 'linked', 'linking']);
  });
});

describe('what is filtered out is neither reached nor passed through:', () => {
  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['tier', { tier: 'LONG' }, { tier: 'MID' }],
    ['kinds', { kind: 'EVENT' }, { kinds: ['OBSERVATION'] }],
    ['tags', {}, { tags: ['t'] }],
    ['since', { createdAt: '2020-01-01T00:00:00Z' }, { since: '2021-01-01T00:00:00Z' }],
    ['until', {}, { until: '2021-01-01T00:00:00Z' }],
  ])('%s', async (name, middle, filter) => {
    const { put, ask, hit } = place();
    const outer = {
      ...(name === 'tags' ? { tags: ['t'] } : {}),
      ...(name === 'until' ? { createdAt: '2020-01-01T00:00:00Z' } : {}),
    };
    const zebra = await put('hit', { episode: 'e', ...hit, ...outer });
    const between = await put('between', { episode: 'e', ...middle });
    await put('behind', { episode: 'e', ...outer });
    await link(ann, zebra, between);
    expect(titles(await ask()).sort()).toEqual(['behind', 'between', 'hit']);
    expect(titles(await ask(filter))).toEqual(['hit']);
  });

  test('a deleted memory', async () => {
    const { put, ask, hit } = place();
    await put('hit', { episode: 'e', ...hit });
    const gone = await put('gone', { episode: 'e' });
    await put('behind', { episode: 'e' });
    await ann.run(DELETE, { id: gone });
    expect(titles(await ask())).toEqual(['hit']);
  });

  test('a private memory of another agent', async () => {
    const { put, ask, hit } = place();
    const zebra = await put('hit', hit);
    const hidden = await put('hidden', { scope: 'PRIVATE', targetAgentId: `bob-${root}`, follows: zebra });
    await put('behind', { follows: hidden }, bob);
    await link(ann, zebra, hidden);
    const other = caller({ agentId: `other-${root}`, namespace: root });
    expect(titles(await ask({}, other))).toEqual(['hit']);
    expect(titles(await ask({}, bob)).sort()).toEqual(['behind', 'hidden', 'hit']);
  });

  test('a memory of another namespace', async () => {
    const { put, ask, hit } = place();
    const zebra = await put('hit', hit);
    const outside = await put('outside', { namespace: `${root}/outside`, follows: zebra });
    await put('behind', { follows: outside });
    expect(titles(await ask())).toEqual(['hit']);
  });
});

test('an episode with several hits goes before a single better hit', async () => {
  const { put, ask } = place();
  await put('single', { content: 'zebra zebra' });
  await put('weak', { content: `zebra ${'and much else '.repeat(30)}` });
  for (const title of ['e1', 'e2', 'e3']) await put(title, { episode: 'e', content: 'a zebra again' });
  expect(
    titles(await ask())
      .slice(0, 3)
      .sort(),
  ).toEqual(['e1', 'e2', 'e3']);
});
