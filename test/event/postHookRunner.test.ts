import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { integer } from '../../src/database/values.ts';
import { lookAtLease } from '../../src/event/lease.ts';
import { OutboxTail } from '../../src/event/outboxTail.ts';
import { POST_HOOKS, PostHookRunner } from '../../src/event/postHookRunner.ts';
import type { PostHooks } from '../../src/event/postHooks.ts';
import type { TestDatabase } from '../support/database.ts';
import { CuttableProxy } from './cuttableProxy.ts';
import { append, deletion, freshNamespace, log, openDatabase, until } from './outbox.ts';
import { emptyDatabase } from '../support/emptyDatabase.ts';

const LEASE_MS = 2_000;

let address: TestDatabase;
let stopDatabase: () => Promise<void>;
let database: Database;
let namespace: string;
const stopping: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  ({ address, stop: stopDatabase } = await emptyDatabase());
  database = openDatabase(address);
  await migrate(database, log);
}, 120_000);

beforeEach(async () => {
  namespace = freshNamespace();
  await database.driver.executeQuery('MATCH (l:Lease {name: $name}) DELETE l', { name: POST_HOOKS });
});

afterEach(async () => {
  for (const stop of stopping.splice(0).reverse()) await stop();
});

afterAll(async () => {
  await database.close();
  await stopDatabase();
}, 60_000);

/** Hooks that note what they are told. */
class HooksHeard implements PostHooks {
  readonly told: string[] = [];
  listening = true;
  /** What happens when they are told. */
  act: (id: string) => Promise<void> = () => Promise.resolve();

  has(): boolean {
    return this.listening;
  }

  async notify(event: string, payload: Readonly<Record<string, unknown>>): Promise<void> {
    const id = String(payload['id']);
    this.told.push(event === 'post_delete' ? id : event);
    await this.act(id);
  }
}

/** A runner as one server has it. */
function runnerOf(hooks: PostHooks, by = database, retentionHours = 1): PostHookRunner {
  const tail = new OutboxTail(by, { log, pollMs: 20 });
  const runner = new PostHookRunner({ database: by, tail, hooks, log, retentionHours, leaseMs: LEASE_MS });
  stopping.push(async () => {
    await runner.stop();
    await tail.close();
  });
  return runner;
}

async function happen(...ids: string[]): Promise<number> {
  const places = await append(
    database,
    ids.map((id) => deletion(namespace, id)),
  );
  return places.at(-1)!;
}

function numbered(count: number, from = 0): string[] {
  return Array.from({ length: count }, (_, place) => `e${from + place}`);
}

describe('the runner', () => {
  test('tells the hooks of what happens from its first start on, in order, once', async () => {
    await happen('before');
    const hooks = new HooksHeard();
    await runnerOf(hooks).start();
    await happen(...numbered(20));
    await happen(...numbered(20, 20));
    await until(() => hooks.told.length === 40);
    expect(hooks.told).toEqual(numbered(40));
  });

  test('goes on where it was after a restart, through what happened meanwhile', async () => {
    const hooks = new HooksHeard();
    const first = runnerOf(hooks);
    await first.start();
    await happen('a', 'b');
    await until(() => hooks.told.length === 2);
    await first.stop();
    await happen('c', 'd');
    await runnerOf(hooks).start();
    await happen('e');
    await until(() => hooks.told.length === 5);
    expect(hooks.told).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('finishes the event under way when it is stopped, and gives the lease back', async () => {
    const hooks = new HooksHeard();
    let finished = false;
    hooks.act = async () => {
      await sleep(300);
      finished = true;
    };
    const runner = runnerOf(hooks);
    await runner.start();
    const place = await happen('slow');
    await happen('later');
    await until(() => hooks.told.length === 1);
    await runner.stop();
    expect(finished).toBe(true);
    expect(hooks.told).toEqual(['slow']);
    expect(await lookAtLease(database, POST_HOOKS)).toMatchObject({ owner: null, position: place });
  });

  test('logs a hook that fails and goes on with the next event', async () => {
    const hooks = new HooksHeard();
    hooks.act = (id) => (id === 'b' ? Promise.reject(new Error('broken')) : Promise.resolve());
    await runnerOf(hooks).start();
    await happen('a', 'b', 'c');
    await until(() => hooks.told.length === 3);
    expect(hooks.told).toEqual(['a', 'b', 'c']);
  });

  test('goes past an event that it cannot read', async () => {
    const hooks = new HooksHeard();
    await runnerOf(hooks).start();
    await append(database, [
      deletion(namespace, 'bad', { type: 'POST_LINK', payload: null }),
      deletion(namespace, 'good'),
    ]);
    await until(() => hooks.told.length === 1);
    expect(hooks.told).toEqual(['good']);
  });

  test('notes its place also past events that no hook hears of', async () => {
    await runnerOf(new HooksHeard()).start();
    const [place] = await append(database, [
      deletion(namespace, 'x', { type: 'POST_GOVERNANCE_DECISION', payload: {} }),
    ]);
    await until(async () => (await lookAtLease(database, POST_HOOKS))?.position === place);
  });

  test('leaves the lease alone while no post-hook listens, and begins when one does', async () => {
    const hooks = new HooksHeard();
    hooks.listening = false;
    await runnerOf(hooks).start();
    expect(await lookAtLease(database, POST_HOOKS)).toBeNull();
    await happen('unheard');
    hooks.listening = true;
    await until(async () => (await lookAtLease(database, POST_HOOKS)) !== null);
    await until(async () => (await lookAtLease(database, POST_HOOKS))?.position !== null);
    await happen('heard');
    await until(() => hooks.told.length === 1);
    expect(hooks.told).toEqual(['heard']);
    hooks.listening = false;
    await until(async () => (await lookAtLease(database, POST_HOOKS))?.owner === null);
  });

  test('begins at the newest event when nobody ran for as long as events are kept', async () => {
    const hooks = new HooksHeard();
    const first = runnerOf(hooks);
    await first.start();
    await first.stop();
    await happen('long ago');
    await database.driver.executeQuery(
      "MATCH (l:Lease {name: $name}) SET l.until = localdatetime.realtime('UTC') - duration({minutes: 61})",
      { name: POST_HOOKS },
    );
    await runnerOf(hooks).start();
    await happen('now');
    await until(() => hooks.told.length === 1);
    expect(hooks.told).toEqual(['now']);
  });

  test('goes on with the oldest event kept when others were pruned', async () => {
    const hooks = new HooksHeard();
    const first = runnerOf(hooks);
    await first.start();
    await first.stop();
    const gone = await happen('gone', 'gone too');
    await happen('kept');
    await database.driver.executeQuery(
      "MERGE (l:Lease {name: 'outbox-pruner'}) SET l.position = $to WITH l MATCH (e:OutboxEvent) WHERE e.seq <= $to DELETE e",
      { to: integer(gone) },
    );
    await runnerOf(hooks).start();
    await until(() => hooks.told.length === 1);
    expect(hooks.told).toEqual(['kept']);
  });
});

describe('two servers', () => {
  test('never tell at the same time, and when one stops the other goes on at once', async () => {
    const [one, two] = [new HooksHeard(), new HooksHeard()];
    const [first, second] = [runnerOf(one), runnerOf(two)];
    await first.start();
    await second.start();
    await happen(...numbered(30));
    await until(() => one.told.length === 30);
    expect(two.told).toEqual([]);
    await first.stop();
    await happen(...numbered(30, 30));
    await until(() => two.told.length === 30);
    expect(one.told).toEqual(numbered(30));
    expect(two.told).toEqual(numbered(30, 30));
  });

  test('one that lost the database for longer than its lease stops telling, the other goes on', async () => {
    const { proxy, address: behindProxy } = await CuttableProxy.to(address);
    const cutOff = openDatabase(behindProxy);
    stopping.push(async () => {
      proxy.mend();
      await cutOff.close();
      await proxy.close();
    });
    const [one, two] = [new HooksHeard(), new HooksHeard()];
    await runnerOf(one, cutOff).start();
    await runnerOf(two).start();
    const place = await happen('a', 'b');
    await until(async () => (await lookAtLease(database, POST_HOOKS))?.position === place);
    proxy.cut();
    await happen('c');
    await until(() => two.told.includes('c'));
    proxy.mend();
    await happen('d', 'e');
    await until(() => two.told.length >= 3);
    await sleep(LEASE_MS);
    expect(one.told).toEqual(['a', 'b']);
    expect(two.told).toEqual(['c', 'd', 'e']);
  });

  test('one killed in the middle: the other repeats at most the event under way, and loses none', async () => {
    const lines: string[][] = [[], []];
    const start = async (place: number): Promise<ChildProcess> => {
      const program = fileURLToPath(new URL('runnerProcess.ts', import.meta.url));
      const child = spawn(process.execPath, ['--import', 'tsx', program, JSON.stringify(address), String(LEASE_MS)], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, NODE_OPTIONS: '' },
      });
      stopping.push(async () => {
        if (child.exitCode === null && child.signalCode === null) {
          child.kill('SIGKILL');
          await once(child, 'exit');
        }
      });
      createInterface({ input: child.stdout }).on('line', (line) => lines[place]!.push(line));
      await until(() => lines[place]!.includes('ready'));
      return child;
    };
    const heard = (place: number, word: string) =>
      lines[place]!.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));

    const first = await start(0);
    await start(1);
    for (let from = 0; from < 60; from += 10) await happen(...numbered(10, from));
    await until(() => heard(0, 'end').length >= 15);
    first.kill('SIGKILL');
    const killed = performance.now();
    await once(first, 'exit');
    await until(() => heard(1, 'begin').length > 0);
    expect(performance.now() - killed).toBeLessThan(10_000);
    await until(() => heard(1, 'end').includes('e59'));

    const ended = heard(0, 'end').length;
    const repeatedFrom = Number(heard(1, 'begin')[0]?.slice(1));
    expect(heard(0, 'end')).toEqual(numbered(ended));
    expect([ended - 1, ended]).toContain(repeatedFrom);
    expect(heard(1, 'end')).toEqual(numbered(60 - repeatedFrom, repeatedFrom));
  }, 60_000);
});
