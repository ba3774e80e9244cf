import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { freshNamespace, HttpClient } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { DELETE, memory, REFLECT, setPolicy, speaking, STORE, store } from './governed.ts';

const root = freshNamespace('modes');
const servers: Record<string, TestServer> = {};
beforeAll(async () => {
  await Promise.all(
    ['advisory', 'off'].map(async (mode) => {
      servers[mode] = await startTestServer({ environment: { GOVERNANCE_MODE: mode } });
    }),
  );
  await setPolicy(root, { write: 'REGISTERED', delete: 'APPROVE', maxReflectionDepth: 0 });
}, 120_000);
afterAll(async () => {
  await Promise.all(Object.values(servers).map((server) => server.stop()));
}, 60_000);

const ann = { agentId: 'ann' };
const on = (mode: string) => new HttpClient(servers[mode]?.url ?? '', ann);

describe.each(['advisory', 'off'])('in the mode %s', (mode) => {
  test('what a policy would refuse, or have wait, is done', async () => {
    expect(await speaking(ann).refusal(STORE, { input: memory(root) })).toMatchObject({ code: 'GOVERNANCE_DENIED' });
    const id = await store(on(mode), root);
    expect(await on(mode).run(DELETE, { id })).toEqual({ deleteMemory: { deletedId: id, pending: null } });
  });

  test('namespaces of the system stay closed, and caps hold', async () => {
    expect(await on(mode).refusal(STORE, { input: memory(`${root}/_own`) })).toMatchObject({
      code: 'GOVERNANCE_DENIED',
    });
    const id = await store(on(mode), root);
    expect(await on(mode).refusal(REFLECT, { input: { sourceIds: [id], title: 'r', content: 'r' } })).toMatchObject({
      code: 'REFLECTION_DEPTH_EXCEEDED',
    });
  });

  test(mode === 'advisory' ? 'it is said in the log and counted' : 'nothing is said', async () => {
    const metrics = await (await fetch(`${servers[mode]?.url}/metrics`)).text();
    const said = [
      servers[mode]?.log().includes('governance would not have allowed it'),
      metrics.includes('mnemograph_governance_decisions_total{action="STORE",outcome="advised"}'),
    ];
    expect(said).toEqual(mode === 'advisory' ? [true, true] : [false, false]);
  });
});
