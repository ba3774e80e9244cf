import { expect } from '@jest/globals';
import { setPolicy } from '../governed.ts';
import { DELETE, LINK, REFLECT, storeDocument, UPDATE, type Row } from '../../support/memories.ts';
import { aliasOf, mayRead, textsOf, type Step, type World, type WorldAgent, type WorldMemory } from './world.ts';

const REGISTER = 'mutation ($input: RegisterEntityInput!) { registerEntity(input: $input) { memory { id } } }';
const RESTORE = 'mutation ($id: ID!) { restoreMemory(id: $id) { memory { id } } }';

/** Does one step on the server and in the model: the same is refused, and for the same reason. */
export async function take(world: World, step: Step, number: number): Promise<void> {
  const agent = world.agents[step.agent]!;
  const namespace = world.namespaces[step.place]!;
  const all = [...world.memories.values()];
  const [one, other] = [all[step.one % all.length], all[step.other % all.length]];
  switch (step.act) {
    case 'store':
      return await store(world, agent, namespace, step, number);
    case 'entity':
      return await register(world, agent, namespace, step, number);
    case 'link':
      return one && other && one !== other ? await link(world, agent, one, other) : undefined;
    case 'reflect':
      return one && other && one !== other
        ? await reflect(world, agent, [one, other], namespace, step, number)
        : undefined;
    case 'update':
      return one ? await update(world, agent, one, step) : undefined;
    case 'archive':
      return one ? await archive(world, agent, one) : undefined;
    case 'restore':
      return one ? await restore(world, agent, one) : undefined;
  }
}

async function store(
  world: World,
  agent: WorldAgent,
  namespace: string,
  { scope, target }: Step,
  number: number,
): Promise<void> {
  const targetAgentId = scope === 'PRIVATE' && target !== null ? world.agents[target]!.agentId : null;
  const memory = { namespace, scope, agentId: agent.agentId, targetAgentId };
  const input = { ...textsOf(number), namespace, scope, targetAgentId, force: true };
  const answer = await outcome(agent, storeDocument('id'), { input });
  if (!mayRead(agent, memory)) {
    expect(answer).toBe('BAD_USER_INPUT');
    return;
  }
  const { id } = (answer as { storeMemory: { memory: { id: string } } }).storeMemory.memory;
  put(world, 'POST_STORE', { ...memory, id, number, isEntity: false, live: true });
}

async function register(
  world: World,
  agent: WorldAgent,
  namespace: string,
  { scope }: Step,
  number: number,
): Promise<void> {
  const memory = { namespace, scope, agentId: agent.agentId, targetAgentId: null };
  const input = { canonicalName: textsOf(number).title, aliases: [aliasOf(number)], namespace, scope };
  const answer = await outcome(agent, REGISTER, { input });
  if (!mayRead(agent, memory)) {
    expect(answer).toBe('BAD_USER_INPUT');
    return;
  }
  const { id } = (answer as { registerEntity: { memory: { id: string } } }).registerEntity.memory;
  put(world, 'POST_STORE', { ...memory, id, number, isEntity: true, live: true });
}

/** Has each agent ask for what somebody must approve first. */
export async function takeWaiting({ root, agents, waiting }: World): Promise<void> {
  const namespace = `${root}/waits`;
  await setPolicy(namespace, { write: 'APPROVE' });
  for (const agent of agents) {
    const input = { ...textsOf(waiting.size), namespace, scope: 'PRIVATE' };
    const { storeMemory } = await agent.client.run<Row>(storeDocument('id'), { input });
    waiting.set(agent.agentId, storeMemory.pending.id as string);
  }
}

async function link(world: World, agent: WorldAgent, one: WorldMemory, other: WorldMemory): Promise<void> {
  const answer = await outcome(agent, LINK, { input: { sourceId: one.id, targetId: other.id } });
  if (!(sees(agent, one) && sees(agent, other))) {
    expect(answer).toBe('NOT_FOUND');
    return;
  }
  if (!(answer as { linkMemories: Row }).linkMemories['created']) return;
  world.links.push({ relation: 'RELATED_TO', sourceId: one.id, targetId: other.id });
  world.events.push({ type: 'POST_LINK', memories: [one, other] });
}

async function reflect(
  world: World,
  agent: WorldAgent,
  sources: readonly WorldMemory[],
  namespace: string,
  { scope }: Step,
  number: number,
): Promise<void> {
  const memory = { namespace, scope, agentId: agent.agentId, targetAgentId: null };
  const input = { ...textsOf(number), namespace, scope, sourceIds: sources.map(({ id }) => id) };
  const answer = await outcome(agent, REFLECT('id'), { input });
  if (!sources.every((source) => sees(agent, source))) {
    expect(answer).toBe('NOT_FOUND');
    return;
  }
  if (answer === 'REFLECTION_DEPTH_EXCEEDED') return;
  if (!mayRead(agent, memory)) {
    expect(answer).toBe('BAD_USER_INPUT');
    return;
  }
  const { id } = (answer as { reflect: { memory: { id: string } } }).reflect.memory;
  for (const { id: targetId } of sources) world.links.push({ relation: 'REFLECTS_ON', sourceId: id, targetId });
  put(world, 'POST_REFLECT', { ...memory, id, number, isEntity: false, live: true });
}

async function update(world: World, agent: WorldAgent, one: WorldMemory, { scope, place }: Step): Promise<void> {
  const changed = { ...one, scope, namespace: world.namespaces[place]! };
  const answer = await outcome(agent, UPDATE('id'), {
    id: one.id,
    input: { scope: changed.scope, namespace: changed.namespace },
  });
  if (!sees(agent, one)) expect(answer).toBe('NOT_FOUND');
  else if (!mayRead(agent, changed)) expect(answer).toBe('BAD_USER_INPUT');
  else {
    // Whom a memory is for is kept while it is shared, and counts again when it is private again.
    expect(answer).toMatchObject({ updateMemory: { memory: { id: one.id } } });
    put(world, 'POST_UPDATE', changed);
  }
}

async function archive(world: World, agent: WorldAgent, one: WorldMemory): Promise<void> {
  const answer = await outcome(agent, DELETE, { id: one.id });
  if (!sees(agent, one)) expect(answer).toBe('NOT_FOUND');
  else if (!agent.isAdmin && one.agentId !== agent.agentId) expect(answer).toBe('GOVERNANCE_DENIED');
  else put(world, 'POST_DELETE', { ...one, live: false });
}

async function restore(world: World, agent: WorldAgent, one: WorldMemory): Promise<void> {
  const answer = await outcome(agent, RESTORE, { id: one.id });
  if (!mayRead(agent, one)) expect(answer).toBe('NOT_FOUND');
  else if (one.live) expect(answer).toBe('CONFLICT');
  else put(world, 'POST_RESTORE', { ...one, live: true });
}

function put(world: World, type: string, memory: WorldMemory): void {
  world.memories.set(memory.id, memory);
  world.events.push({ type, memories: [memory] });
}

function sees(agent: WorldAgent, memory: WorldMemory): boolean {
  return memory.live && mayRead(agent, memory);
}

/** The data, or the code of the refusal. */
async function outcome({ client }: WorldAgent, document: string, variables: Row): Promise<Row | string> {
  const { data, errors } = await client.send<Row>(document, variables);
  return errors?.[0]?.extensions.code ?? data ?? 'nothing';
}
