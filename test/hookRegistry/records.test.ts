import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Database } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import type { HookRun, RunDecision } from '../../src/hook/hookRun.ts';
import { payloadHash, recordOf } from '../../src/hook/hookRun.ts';
import { RunJournal } from '../../src/hookRegistry/runJournal.ts';
import { RunPruner } from '../../src/hookRegistry/runPruner.ts';
import { log, openDatabase } from '../event/outbox.ts';
import { emptyDatabase } from '../support/emptyDatabase.ts';
import { hookOf, recordingLog } from '../hook/support/hooks.ts';

const NOW = new Date('2026-06-15T12:00:00.000Z');
const DAY_MS = 86_400_000;

let stopDatabase: () => Promise<void>;
let database: Database;
beforeAll(async () => {
  const own = await emptyDatabase();
  stopDatabase = own.stop;
  database = openDatabase(own.address);
  await migrate(database, log);
}, 120_000);
beforeEach(async () => {
  await database.driver.executeQuery(
    'MATCH (n) WHERE n:HookExecutionRecord OR n:HookDefinition OR n:Lease DETACH DELETE n',
  );
});
afterAll(async () => {
  await database.close();
  await stopDatabase();
}, 60_000);

/** A run that was so many days before {@link NOW}. */
function run(daysAgo: number, decision: RunDecision = 'allow', payload = {}): HookRun {
  const made = recordOf(
    hookOf(),
    { event: 'pre_store', payload, hash: payloadHash(payload) },
    { decision, durationMs: 1 },
    { namespace: 'a' },
  );
  return { ...made, at: new Date(NOW.getTime() - daysAgo * DAY_MS) };
}

/** Writes runs as the journal does, and waits until they are there. */
async function write(runs: readonly HookRun[]): Promise<void> {
  const journal = new RunJournal(log);
  journal.start(database);
  journal.ran(runs, false);
  await journal.stop();
}

async function kept(): Promise<string[]> {
  const { records } = await database.driver.executeQuery(
    `MATCH (r:HookExecutionRecord) RETURN r.decision + ' ' + duration.inDays(r.at, localdatetime('2026-06-15T12:00')).days AS kept ORDER BY r.at`,
  );
  return records.map((record) => String(record.get('kept')));
}

const pruner = (mostRecords?: number) =>
  new RunPruner({ database, log, clock: () => NOW, ...(mostRecords === undefined ? {} : { mostRecords }) });

test('what is over goes: routine runs after 30 days, what denied or asked after 365', async () => {
  await write([
    run(31),
    run(29),
    run(31, 'modify'),
    run(31, 'deny'),
    run(364, 'ask_user'),
    run(366, 'deny'),
    run(366, 'ask_user'),
    run(31, 'skipped'),
  ]);
  expect(await pruner().prune()).toBe(5);
  expect(await kept()).toEqual(['ask_user 364', 'deny 31', 'allow 29']);
});

test('of too many the oldest routine ones go', async () => {
  await write([run(5), run(4), run(3), run(2), run(20, 'deny')]);
  expect(await pruner(3).prune()).toBe(2);
  expect(await kept()).toEqual(['deny 20', 'allow 3', 'allow 2']);
  expect(await pruner(3).prune()).toBe(0);
});

test('two servers do not prune at once', async () => {
  await write([run(40), run(40)]);
  const counts = await Promise.all([pruner().prune(), pruner().prune()]);
  expect(counts.toSorted()).toEqual([0, 2]);
});

test('a run is written once, however often it is handed in', async () => {
  const one = run(1);
  await write([one]);
  await write([one, run(1)]);
  expect(await kept()).toHaveLength(2);
});

test('what its operation keeps is told, and not written', async () => {
  const journal = new RunJournal(log);
  journal.start(database);
  const heard: string[] = [];
  const listen = ({ id }: HookRun) => void heard.push(id);
  journal.join(listen);
  const [mine, theirs, late] = [run(1), run(2), run(3)];
  journal.ran([mine], false);
  journal.ran([theirs], true);
  journal.leave(listen);
  journal.ran([late], true);
  await journal.stop();
  expect(heard).toEqual([mine.id, theirs.id]);
  expect(await kept()).toEqual(['allow 1']);
});

test('too many that wait lose their oldest, and the log says so', async () => {
  const { log: recorded, lines } = recordingLog();
  const journal = new RunJournal(recorded);
  journal.keep([run(3), run(2)]);
  journal.keep(Array.from({ length: 9_999 }, () => run(1)));
  journal.start(database);
  await journal.stop();
  expect((await kept()).slice(0, 2)).toEqual(['allow 2', 'allow 1']);
  expect(lines).toContainEqual(expect.objectContaining({ lost: 1 }));
}, 60_000);

test('records outlast a database that is away', async () => {
  const { log: recorded, lines } = recordingLog();
  let away = true;
  const flaky = {
    write: async (...words: Parameters<Database['write']>) => {
      if (away) throw new Error('away');
      return await database.write(...words);
    },
  } as Database;
  const journal = new RunJournal(recorded);
  journal.start(flaky);
  journal.keep([run(1)]);
  while (lines.length === 0) await sleep(20);
  away = false;
  while ((await kept()).length === 0) await sleep(50);
  await journal.stop();
  expect(await kept()).toEqual(['allow 1']);
}, 20_000);
