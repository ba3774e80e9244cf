import { ms, send, type Question } from './support/bench.ts';
import { readyEmbedder } from './support/readyEmbedder.ts';
import { sideBySide } from './support/sample.ts';
import { randomSource, words } from './support/text.ts';

const STORE = 'mutation ($input: StoreMemoryInput!) { storeMemory(input: $input) { memory { id } } }';
const SET = `mutation ($namespace: String!, $policy: GovernancePolicyInput!) {
  setGovernancePolicy(namespace: $namespace, policy: $policy) { namespace { path } }
}`;
const COUNT = 400;
const WHO = { 'x-agent-id': 'writer', 'x-namespace': 'governed/unit/team', 'x-roles': 'agent' };
const REGISTER = 'mutation ($input: RegisterAgentInput!) { registerAgent(input: $input) { agent { agentId } } }';

/**
 * What does governance cost a store: by a registered agent, in a namespace whose policy comes from four places, on a server
 * that enforces it beside one that does not look at it?
 */
const question: Question = async (bench) => {
  const embedder = readyEmbedder();
  const enforcing = await bench.serve({ embedder });
  const off = await bench.serve({ embedder, settings: { GOVERNANCE_MODE: 'off' } });
  await send(enforcing.url, REGISTER, { input: { agentId: 'writer', agentType: 'human' } }, WHO);
  const set = (namespace: string, policy: object) => send(enforcing.url, SET, { namespace, policy });
  await set('governed', { write: 'REGISTERED' });
  await set('governed/unit', { promote: 'OWNER' });
  await set('governed/unit/team', { link: 'ANY' });
  await set('governed/unit/team/desk', { maxReflectionDepth: 2 });
  const random = randomSource(1);
  const store = (url: string) => (turn: number) =>
    send(
      url,
      STORE,
      {
        input: {
          title: `${words(random, 4)} ${turn} ${url}`,
          content: words(random, 40),
          namespace: 'governed/unit/team/desk',
          tier: 'LONG',
        },
      },
      WHO,
    );
  const [governed, ungoverned] = await sideBySide(store(enforcing.url), store(off.url), { count: COUNT });
  await enforcing.stop();
  await off.stop();
  return [
    {
      question: 'store under a policy, p50 (raw: with GOVERNANCE_MODE=off)',
      figure: ms(governed.p50),
      raw: ms(ungoverned.p50),
      ratio: governed.p50 / ungoverned.p50,
      aim: '<= 1.1',
    },
  ];
};
export default question;
