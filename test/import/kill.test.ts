import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { emptyDatabase } from '../support/emptyDatabase.ts';
import { onDatabase, runCommand } from '../support/commandLine.ts';
import { WholeGraph } from '../support/wholeGraph.ts';
import { END, HEADER, importFileOf, importOf, memoryLineOf } from './importFile.ts';

// An import that is killed, as often as it is, and run again ends where one ends that nobody disturbed.

const MEMORIES = 3_000;
let stop: () => Promise<void>;
let on: Record<string, string>;
let graph: WholeGraph;

beforeAll(async () => {
  const { address, stop: stopIt } = await emptyDatabase();
  stop = stopIt;
  on = onDatabase(address);
  graph = new WholeGraph(address);
}, 120_000);

afterAll(async () => {
  await graph?.close();
  await stop?.();
});

/** A file with memories in episodes, archived ones, taken titles, links and steps. */
function file(): string {
  const id = (index: number) => `k${String(index).padStart(5, '0')}`;
  const memories = Array.from({ length: MEMORIES }, (_, index) =>
    memoryLineOf(id(index), {
      namespace: `kill/${index % 7}`,
      // Every hundredth title is there before; of two rows with one title the first has it.
      title: index % 100 === 99 ? `title ${id(index - 7)}` : `title ${id(index)}`,
      ...(index % 50 === 0 ? { archived: { at: '2024-04-01T00:00:00.000Z', reason: 'ARCHIVE' } } : {}),
    }),
  );
  const links = Array.from({ length: MEMORIES - 1 }, (_, index) => ({
    kind: 'link',
    source_id: id(index + 1),
    target_id: id(index),
    relation: index % 2 === 0 ? 'related_to' : 'supersedes',
    created_at: '2024-03-01T10:00:00.000Z',
  }));
  const steps = Array.from({ length: 500 }, (_, index) => ({ kind: 'next', from_id: id(index), to_id: id(index + 1) }));
  const episode = {
    kind: 'episode',
    key: ['kill', 'local', 'e'],
    last_at: '2024-03-01T10:00:00.000Z',
    last_id: id(500),
  };
  return importFileOf('kill', [HEADER, ...links, ...steps, episode, ...memories, END]);
}

async function countOf(pattern: string): Promise<number> {
  const [row] = await graph.ask<{ count: number }>(`MATCH ${pattern} RETURN count(*) AS count`);
  return row?.count ?? 0;
}

/** Runs the import and kills it once there are so many of what the pattern matches. */
async function killedAt(path: string, pattern: string, count: number): Promise<void> {
  let running = true;
  const done = runCommand('importMain', ['--from', 'jsonl', path], on, (child) => {
    const look = async () => {
      while (running && (await countOf(pattern)) < count) await sleep(20);
      child.kill('SIGKILL');
    };
    void look();
  });
  expect((await done).code).toBeNull();
  running = false;
}

test('SIGKILL among the memories and among the links, and the graph is the same as without', async () => {
  const path = file();
  expect(await importOf('jsonl', path, on)).toMatchObject({ code: 0 });
  const undisturbed = (await graph.print()).split('\n');
  await graph.clear();

  await killedAt(path, '(:MemoryRecord)', 1_000);
  const afterOne = await countOf('(:MemoryRecord)');
  await killedAt(path, '()-[:RELATED_TO|SUPERSEDES]->()', 1_000);
  const links = await countOf('()-[:RELATED_TO|SUPERSEDES]->()');
  expect(afterOne).toBeGreaterThanOrEqual(1_000);
  expect(afterOne).toBeLessThan(MEMORIES);
  expect(links).toBeLessThan(MEMORIES - 1);

  const { code, out } = await importOf('jsonl', path, on);
  expect({ code, out }).toMatchObject({
    code: 0,
    out: expect.stringMatching(/already there: 3,000 memories, [\d,]+ links/),
  });
  const disturbed = (await graph.print()).split('\n');
  expect(disturbed.length).toBe(undisturbed.length);
  expect(disturbed.filter((line, index) => line !== undisturbed[index])).toEqual([]);
  const events = await graph.ask(
    'MATCH (e:OutboxEvent {type: "POST_STORE"}) RETURN count(e) AS count, count(DISTINCT e.memoryIds[0]) AS ids',
  );
  expect(events).toEqual([{ count: MEMORIES - MEMORIES / 50, ids: MEMORIES - MEMORIES / 50 }]);
}, 300_000);

test('Ctrl-C ends it behind what is under way, and says how to go on', async () => {
  await graph.clear();
  const path = file();
  const { code, err } = await runCommand('importMain', ['--from', 'jsonl', path], on, (child) => {
    const look = async () => {
      while ((await countOf('(:MemoryRecord)')) < 500) await sleep(20);
      child.kill('SIGINT');
    };
    void look();
  });
  expect({ code, err }).toMatchObject({
    code: 130,
    err: expect.stringContaining('The same command again goes on from here.'),
  });
  expect((await countOf('(:MemoryRecord)')) % 500).toBe(0);
});
