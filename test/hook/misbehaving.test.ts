import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { freshNamespace, HttpClient, type WireAnswer } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { HookReceiver } from './http/hookReceiver.ts';
import { CASES, type Outcome } from './misbehaving/cases.ts';
import { MisbehavingHooks, VARIANTS, type Variant } from './misbehaving/hooksFolder.ts';
import { goesAway } from './support/hookFolder.ts';

const STORE = `mutation ($input: StoreMemoryInput!) { storeMemory(input: $input) { memory { title priority } } }`;
const COUNT = 'query ($namespace: String!) { memories(where: { namespace: { eq: $namespace } }) { id } }';

interface Stored {
  storeMemory: { memory: { title: string; priority: number } };
}

const root = freshNamespace('misbehaving');
const receiver = new HookReceiver();
let hooks: MisbehavingHooks;
let server: TestServer;
let client: HttpClient;
/** What each store came to, and how long it took, by the id of its hook. */
const results = new Map<string, WireAnswer<Stored> & { readonly took: number }>();

beforeAll(async () => {
  const url = await receiver.listen();
  CASES.forEach(({ http }, index) => http && receiver.on(`/${index}`, http));
  hooks = new MisbehavingHooks(root, url);
  server = await startTestServer({
    environment: { MNEMOGRAPH_HOOKS: hooks.path, MNEMOGRAPH_HOOK_SECRET: 'secret', EMBEDDING_PROVIDER: 'none' },
  });
  client = new HttpClient(server.url, { agentId: 'alice' });
  // The first write of a fresh server takes seconds, which would be all the time that a hook has.
  await client.run(STORE, { input: { ...memoryFor({ id: 'first' }), content: 'warm' } });
  // A few at a time: what is tested is what each does, not a crowd.
  const waiting = [...VARIANTS];
  const work = async () => {
    for (let variant = waiting.shift(); variant; variant = waiting.shift()) {
      const begin = performance.now();
      const answer = await client.send<Stored>(STORE, { input: memoryFor(variant) });
      results.set(variant.id, { ...answer, took: performance.now() - begin });
    }
  };
  await Promise.all(Array.from({ length: 6 }, work));
}, 90_000);

afterAll(async () => {
  await server.stop();
  await receiver.close();
  hooks.remove();
});

const memoryFor = ({ id }: Pick<Variant, 'id'>) => ({
  title: 'As sent',
  content: 'a walnut tree',
  namespace: `${root}/${id}`,
  scope: 'COLLECTIVE',
});

const outcomeOf = ({ id, mode }: Variant): Outcome => CASES[Number.parseInt(id, 10)]!.outcome[mode]!;

describe('a store whose hook', () => {
  test.each(
    VARIANTS.map((variant): [string, Variant] => [`${variant.row} (${variant.mode}, ${variant.failMode})`, variant]),
  )('%s', async (_, variant) => {
    const outcome = outcomeOf(variant);
    const { data, errors, took } = results.get(variant.id)!;
    const refused = outcome === 'denied' || (typeof outcome === 'object' && variant.failMode === 'closed');
    if (refused) {
      expect(errors).toEqual([
        expect.objectContaining({ extensions: expect.objectContaining({ code: 'HOOK_DENIED' }) }),
      ]);
      expect(errors?.[0]?.extensions.details).toEqual({
        hookId: variant.id,
        hookCode: outcome === 'denied' ? 403 : 503,
        event: 'pre_store',
      });
    } else {
      expect(errors).toBeUndefined();
      expect(data?.storeMemory.memory).toEqual({ title: outcome === 'changed' ? 'changed' : 'As sent', priority: 5 });
    }
    const { memories } = await client.run<{ memories: unknown[] }>(COUNT, { namespace: `${root}/${variant.id}` });
    expect(memories).toHaveLength(refused ? 0 : 1);
    if (typeof outcome === 'object') expect(failureOf(variant)).toMatch(outcome.failed);
    else expect(failureOf(variant)).toBeUndefined();
    expect(took).toBeLessThan(8000);
  });

  test('leaves a process behind: none survives', async () => {
    await server.stop();
    const left = VARIANTS.map((variant) => hooks.process(variant)).filter((pid) => pid !== undefined);
    expect(left).toHaveLength(12);
    for (const pid of left) expect(await goesAway(pid)).toBe(true);
  });
});

test('the table in docs/hooks.md has a row for each', () => {
  const text = readFileSync(new URL('../../docs/hooks.md', import.meta.url), 'utf8');
  const section = text.split('## When a hook misbehaves')[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  const cells = rows.map((line) =>
    line
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  );
  for (const { row, outcome } of CASES) {
    const [, exec, daemon, http] = cells.find(([name]) => name === row) ?? [];
    expect([row, exec, daemon, http]).toEqual([
      row,
      ...(['exec', 'daemon', 'http'] as const).map((mode) => word(outcome[mode])),
    ]);
  }
});

/** The first word of a cell. */
function word(outcome: Outcome | undefined): unknown {
  if (outcome === undefined) return expect.stringMatching(/^—/);
  if (typeof outcome === 'object') return expect.stringMatching(/^failure/);
  return expect.stringMatching(
    { stored: /^allow/, changed: /^(the rest|the answer) counts/, denied: /^the last counts/ }[outcome],
  );
}

/** What the server's log says of a hook's failure. */
function failureOf({ id }: Variant): string | undefined {
  const lines = server
    .log()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { hook?: string; msg: string });
  return lines.find(({ hook, msg }) => hook === id && msg.startsWith('hook failed'))?.msg;
}
